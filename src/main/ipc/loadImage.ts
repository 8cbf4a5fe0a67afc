import { AppFailure } from '../../shared/errors.ts';
import type { RemoteImage } from '../../shared/remoteImage.ts';
import { cappedBody, fetchReason } from '../auth/cappedBody.ts';
import { imageSize } from '../tools/imageSize.ts';
import { imageTypeOf } from '../tools/imageType.ts';

const maxBytes = 10 * 1024 * 1024;
const usualLimitMs = 20_000;

/**
 * Loads an image from the web for a person who asked for it: without cookies, referrer or anything
 * else of them. Throws `images/bad-address`, `images/unreachable` {host, why}, `images/too-big`
 * {host, limit} and `images/no-image` {host}.
 */
export async function loadImage(
  address: string,
  fetch: typeof globalThis.fetch,
  limitMs = usualLimitMs,
): Promise<RemoteImage> {
  if (!URL.canParse(address)) throw badAddress();
  const { href, host, protocol } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') throw badAddress();
  const signal = AbortSignal.timeout(limitMs);
  const accept = 'image/png,image/jpeg,image/gif,image/webp,image/svg+xml';
  let response: Response;
  let bytes: Buffer;
  try {
    response = await fetch(href, { headers: { accept }, signal });
    bytes = await cappedBody(response, maxBytes, () => tooBig(host));
  } catch (error) {
    if (error instanceof AppFailure) throw error;
    throw unreachable(
      host,
      signal.aborted ? `no answer in ${limitMs / 1000} s` : fetchReason(error),
    );
  }
  if (!response.ok) throw unreachable(host, `HTTP ${response.status}`);
  const data = bytes.toString('base64');
  const type = imageTypeOf(data);
  if (type) return { address: `data:${type};base64,${data}`, ...imageSize(bytes, type) };
  // An image element neither runs nor loads what is in one.
  const isDrawing = /^image\/svg\+xml\b/i.test(response.headers.get('content-type') ?? '');
  if (isDrawing) return { address: `data:image/svg+xml;base64,${data}` };
  const message = `What ${host} answered is no image that can be shown.`;
  throw new AppFailure({ code: 'images/no-image', message, params: { host } });
}

const badAddress = (): AppFailure =>
  new AppFailure({ code: 'images/bad-address', message: 'This is no address of the web.' });

function unreachable(host: string, why: string): AppFailure {
  const message = `The image could not be loaded from ${host}: ${why}`;
  return new AppFailure({ code: 'images/unreachable', message, params: { host, why } });
}

function tooBig(host: string): AppFailure {
  const limit = `${maxBytes / 1024 / 1024} MB`;
  const message = `The image at ${host} is larger than ${limit}.`;
  return new AppFailure({ code: 'images/too-big', message, params: { host, limit } });
}
