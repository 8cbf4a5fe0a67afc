import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/pieces.css';
import './history/list.css';
import './chat/chat.css';
import './chat/card.css';
import './chat/prompt.css';
import './chat/composer.css';
import './chat/start.css';
import './history/history.css';
import './chat/markdown/markdown.css';
import './workspace/workspace.css';
import './questions/questions.css';
import './auth/auth.css';
import './offers/offers.css';
import './ui/table.css';
import './servers/servers.css';
import './servers/fleet.css';
import './servers/detail/detail.css';
import './servers/detail/tools.css';
import './servers/form/form.css';
import './servers/empty.css';
import './servers/bulk.css';
import './servers/detail/figures.css';
import './servers/trying/trying.css';
import './adding/adding.css';
import './logs/logs.css';
import './ui/narrow.css';
import './ui/forcedColors.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { App } from './App.tsx';
import { BridgeContext, afterFirstPaint } from './api.ts';
import { createI18n, systemLanguage } from './i18n/i18n.ts';
import { StoresContext, createStores } from './store/stores.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const bridge = afterFirstPaint(window.patchbay);
createRoot(root).render(
  <BridgeContext value={bridge}>
    <StoresContext value={createStores(bridge)}>
      <I18nextProvider i18n={createI18n(systemLanguage(navigator.languages))}>
        {/* The page's policy refuses inline style elements; ui/pieces.css styles the popups. */}
        <CSPProvider disableStyleElements>
          <App />
        </CSPProvider>
      </I18nextProvider>
    </StoresContext>
  </BridgeContext>,
);
