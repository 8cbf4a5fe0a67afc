export function SettingsView() {
  return <main className="view settings" />;
}
