import type { BundleOffer } from '../../../shared/adding.ts';
import { maxBundleBytes } from '../../../shared/adding.ts';
import { AppFailure } from '../../../shared/errors.ts';
import type { Bridge } from '../../../shared/ipc.ts';
import { ask } from '../api.ts';
import { parseServersFile } from '../servers/parsePasted.ts';
import type { Pasted } from '../servers/parsePasted.ts';

/** What came of a file that was dropped: a bundle to look at, or a text for the form. */
export type Dropped =
  | { readonly kind: 'bundle'; readonly offer: BundleOffer }
  | { readonly kind: 'text'; readonly text: string };

type Unread = Extract<Pasted, { ok: false }>;
type DroppedFile = Pick<File, 'name' | 'size' | 'text' | 'arrayBuffer'>;

const maxTextBytes = 1024 * 1024;

/**
 * Reads the one file that was dropped, a bundle or JSON with servers. Nothing of it is kept or
 * started. Throws AppFailures `adding/several-files`, `adding/other-file` {file},
 * `adding/no-server-in-file` {file}, `adding/broken-json` {file, line}, `adding/bad-entry`
 * {file, field}, and those of reading a bundle.
 */
export async function readDropped(files: readonly DroppedFile[], bridge: Bridge): Promise<Dropped> {
  const [file] = files;
  if (!file || files.length > 1) {
    const message = 'Drop one file at a time.';
    throw new AppFailure({ code: 'adding/several-files', message });
  }
  const { name } = file;
  if (/\.(?:mcpb|dxt)$/i.test(name)) {
    if (file.size > maxBundleBytes) throw tooBig(name, maxBundleBytes);
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { kind: 'bundle', offer: await ask(bridge, 'adding.offerBundle', { name, bytes }) };
  }
  if (!/\.jsonc?$/i.test(name)) {
    throw new AppFailure({
      code: 'adding/other-file',
      message: `${name} is neither a bundle (.mcpb) nor a JSON file with servers.`,
      params: { file: name },
    });
  }
  if (file.size > maxTextBytes) throw tooBig(name, maxTextBytes);
  const text = await file.text();
  const read = parseServersFile(text);
  if (!read.ok) throw unread(name, text, read);
  return { kind: 'text', text };
}

function unread(file: string, text: string, { problem, detail }: Unread): AppFailure {
  if (problem === 'json-syntax' && text.trim() !== '') {
    const message = `${file} is not valid JSON, see line ${detail}.`;
    return new AppFailure({
      code: 'adding/broken-json',
      message,
      params: { file, line: detail },
    });
  }
  if (problem === 'invalid-entry') {
    const message = `In ${file}, the field ${detail} is missing or has the wrong type.`;
    return new AppFailure({
      code: 'adding/bad-entry',
      message,
      params: { file, field: detail },
    });
  }
  const message = `No server was found in ${file}.`;
  return new AppFailure({ code: 'adding/no-server-in-file', message, params: { file } });
}

function tooBig(file: string, bytes: number): AppFailure {
  const limit = `${bytes / 1024 / 1024} MB`;
  return new AppFailure({
    code: 'adding/bundle-too-big',
    message: `${file} holds more than ${limit}, so it was refused.`,
    params: { file, limit },
  });
}
