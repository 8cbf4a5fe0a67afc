import type { Diagrams } from '../diagrams/createDiagrams.ts';

/** What answers have loaded or drawn, kept while their rows come and go. */
export type Remembered = {
  /** Made with the first diagram. */
  diagrams?: Diagrams;
};
