import { useEffect } from 'react';
import { assertNever } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import { InstallDialog } from './adding/InstallDialog.tsx';
import { useNoStrayDrops } from './adding/useFileDrop.ts';
import { ChatView } from './chat/ChatView.tsx';
import { WaitsHeard } from './heard/WaitsHeard.tsx';
import { GlobalCommands } from './keys/GlobalCommands.tsx';
import { LogsView } from './logs/LogsView.tsx';
import { ServersView } from './servers/ServersView.tsx';
import { SettingsView } from './settings/SettingsView.tsx';
import { usePlace, useSettings, useStartFailure } from './store/stores.ts';
import { TeamView } from './team/TeamView.tsx';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';
import { InlineError } from './ui/InlineError.tsx';
import { Rail } from './ui/Rail.tsx';
import { guardCompositions } from './ui/inputMethod.ts';
import { keepFocus } from './ui/keepFocus.ts';
import { StatusStrip } from './ui/StatusStrip.tsx';
import { TitleBar } from './ui/TitleBar.tsx';
import { useAskedPlace } from './ui/useAskedPlace.ts';
import { useLanguage } from './ui/useLanguage.ts';
import { useTheme } from './ui/useTheme.ts';
import { ViewerHost } from './viewer/ViewerHost.tsx';

export function App() {
  const settings = useSettings();
  const theme = useTheme(settings?.theme);
  useLanguage(settings);
  useAskedPlace();
  useNoStrayDrops();
  useEffect(() => keepFocus(document), []);
  useEffect(() => guardCompositions(document), []);
  const startFailure = useStartFailure();
  return (
    <div className="app">
      <div className="frame">
        <TitleBar theme={theme} />
        <Rail />
        <ErrorBoundary key={usePlace().view}>
          {startFailure ? <StartFailure error={startFailure} /> : <View />}
        </ErrorBoundary>
        <StatusStrip />
        <InstallDialog />
        <ViewerHost />
        <GlobalCommands theme={theme} />
        <WaitsHeard />
      </div>
    </div>
  );
}

/** Instead of every view: without main's rooms none of them has anything to show. */
function StartFailure({ error }: { error: AppError }) {
  return (
    <main className="view">
      <div className="empty">
        <div className="empty-in">
          <InlineError error={error} />
        </div>
      </div>
    </main>
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
    case 'team':
      return <TeamView />;
    case 'settings':
      return <SettingsView />;
    default:
      return assertNever(place);
  }
}
