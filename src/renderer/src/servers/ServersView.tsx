export function ServersView() {
  return <main className="view servers" />;
}
