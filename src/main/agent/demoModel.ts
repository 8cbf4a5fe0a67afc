export function createDemoFetch(): typeof fetch {
  return async () => new Response();
}
