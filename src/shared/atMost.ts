/** Resolves when the work has ended, or after so many milliseconds. Rejects as the work does. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([work, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}
