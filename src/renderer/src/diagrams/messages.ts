/** The colours of the window that a diagram is drawn in, as CSS writes them. */
export type DiagramLook = {
  readonly dark: boolean;
  readonly paper: string;
  readonly text: string;
  readonly line: string;
  readonly node: string;
  readonly nodeLine: string;
  readonly group: string;
  readonly note: string;
  readonly noteLine: string;
};

/** What the window asks of the page that draws, and what it answers. */
export type DrawRequest = {
  readonly id: number;
  readonly source: string;
  readonly look: DiagramLook;
};
export type DrawAnswer =
  | {
      readonly id: number;
      /** A whole SVG document, `width` by `height` pixels. */
      readonly svg: string;
      readonly width: number;
      readonly height: number;
    }
  /** In the words of the one who draws, in English. */
  | { readonly id: number; readonly error: string };
