import { extensionOf } from '../tools/resultFiles.ts';

const longest = 120;
/** What no file name may have on one of the systems; and points at its beginning hide a file. */
const illegal = /[\\/:*?"<>|\p{Cc}\p{Cf}]|^\.+/gu;

/**
 * What a resource is first called where it is saved: the last part of its URI, with an ending by its
 * type (MCP `mimeType`) where it has none. Only a proposal: the person sees it in the dialog.
 */
export function resourceName(uri: string, mediaType = ''): string {
  const path = uri.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  const last = path.slice(path.lastIndexOf('/') + 1);
  const name = decoded(last).replace(illegal, '_').trim().slice(-longest) || 'resource';
  if (/\.[\p{L}\d]{1,8}$/u.test(name)) return name;
  const [type = ''] = mediaType.split(';');
  return `${name}.${extensionOf(type.trim().toLowerCase())}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
