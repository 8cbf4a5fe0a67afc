export function ChatView() {
  return <main className="view chat" />;
}
