/** What is looked at in a large view within the window. */
export type Viewed =
  | { readonly kind: 'text'; readonly title: string; readonly text: string }
  | {
      readonly kind: 'image';
      readonly title: string;
      readonly address: string;
      /** In pixels, where they are known. */
      readonly width?: number | undefined;
      readonly height?: number | undefined;
      /** The name of the file that it is kept in (shared/keptFile), which can be saved elsewhere. */
      readonly file?: string | undefined;
      /** What it is called where it is saved. */
      readonly as?: string | undefined;
    };
