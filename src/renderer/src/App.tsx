import { assertNever } from '../../shared/errors.ts';
import { ChatView } from './chat/ChatView.tsx';
import { LogsView } from './logs/LogsView.tsx';
import { ServersView } from './servers/ServersView.tsx';
import { SettingsView } from './settings/SettingsView.tsx';
import { usePlace } from './store/stores.ts';

export function App() {
  return (
    <div className="app">
      <div className="frame">
        <View />
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
