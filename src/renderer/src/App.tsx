import { assertNever } from '../../shared/errors.ts';
import { ChatView } from './chat/ChatView.tsx';
import { LogsView } from './logs/LogsView.tsx';
import { ServersView } from './servers/ServersView.tsx';
import { SettingsView } from './settings/SettingsView.tsx';
import { usePlace, useSettings } from './store/stores.ts';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';
import { Rail } from './ui/Rail.tsx';
import { StatusStrip } from './ui/StatusStrip.tsx';
import { TitleBar } from './ui/TitleBar.tsx';
import { useLanguage } from './ui/useLanguage.ts';
import { useTheme } from './ui/useTheme.ts';

export function App() {
  const settings = useSettings();
  const theme = useTheme(settings?.theme);
  useLanguage(settings);
  return (
    <div className="app">
      <div className="frame">
        <TitleBar theme={theme} />
        <Rail />
        <ErrorBoundary key={usePlace().view}>
          <View />
        </ErrorBoundary>
        <StatusStrip />
      </div>
    </div>
  );
}

function View() {
  const place = usePlace();
  switch (place.view) {
    case 'chat':
      return <ChatView />;
    case 'servers':
      return <ServersView />;
    case 'logs':
      return <LogsView />;
    case 'settings':
      return <SettingsView />;
    default:
      return assertNever(place);
  }
}
