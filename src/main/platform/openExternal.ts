import { shell } from 'electron';
import { AppFailure } from '../../shared/errors.ts';

/** The app's one exit for URLs: http and https only, parsed and written anew before it leaves. */
export async function openExternal(url: string): Promise<void> {
  await shell.openExternal(webUrl(url));
}

function webUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return parsed.href;
  throw new AppFailure({
    code: 'app/not-a-web-address',
    message: 'Only http and https addresses are opened.',
  });
}
