export function LogsView() {
  return <main className="view logs" />;
}
