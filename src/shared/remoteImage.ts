/** An image from the web that was loaded because a person asked for it. */
export type RemoteImage = {
  /** A data: address of the whole image. */
  readonly address: string;
  /** In pixels, where its header tells them. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
};
