/** The `patchbay://` links that the system hands over, also before anything can show them. */
export class LinkInbox {
  #follow: ((link: string) => void) | undefined;
  /** A page may open links faster than the app starts. */
  readonly #early: string[] = [];

  put(link: string | undefined): void {
    if (link === undefined) return;
    if (this.#follow) this.#follow(link);
    else if (this.#early.length < 10) this.#early.push(link);
  }

  open(follow: (link: string) => void): void {
    this.#follow = follow;
    for (const link of this.#early.splice(0)) follow(link);
  }
}
