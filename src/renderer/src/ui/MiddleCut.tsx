/** What fits in the narrowest column is not cut. */
const shortName = 18;
const keptEnd = 7;

/** A name, cut in its middle: names of one maker begin alike, and differ at their ends. */
export function MiddleCut({ text }: { text: string }) {
  if (text.length <= shortName) return <>{text}</>;
  return (
    <>
      <span className="sr">{text}</span>
      <span className="cut-middle" aria-hidden="true">
        <span>{text.slice(0, -keptEnd)}</span>
        <span>{text.slice(-keptEnd)}</span>
      </span>
    </>
  );
}
