/** Scopes, each as the server names it. */
export function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  return (
    <ul className="scopes">
      {scopes.map((scope) => (
        <li key={scope}>
          <span className="tag">{scope}</span>
        </li>
      ))}
    </ul>
  );
}
