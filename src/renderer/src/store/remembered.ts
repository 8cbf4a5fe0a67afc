import type { RemoteImage } from '../../../shared/remoteImage.ts';
import type { Diagrams } from '../diagrams/createDiagrams.ts';

/** What answers have loaded or drawn, kept while their rows come and go. */
export type Remembered = {
  /** Made with the first diagram. */
  readonly diagrams: (make: () => Diagrams) => Diagrams;
  /** Images that were asked for, by their addresses. */
  readonly images: Map<string, RemoteImage>;
};

export function createRemembered(): Remembered {
  let diagrams: Diagrams | undefined;
  return { diagrams: (make) => (diagrams ??= make()), images: new Map() };
}
