import { describe, expect, it } from 'vitest';
import { KnownSecrets } from '../../src/main/auth/keychain/knownSecrets.ts';
import { madeGrant } from '../fakes/madeGrant.ts';

describe('KnownSecrets', () => {
  it('hides all of a grant in a sentence and in what fills it', () => {
    const known = new KnownSecrets();
    known.addGrant(
      'docs',
      madeGrant({ dpopKey: { kty: 'EC', x: 'public-part', d: 'private-part' } }),
    );
    const error = {
      code: 'auth/oauth-error',
      message: 'login.example refuses: access-1 and refresh-1 of private-part',
      params: { description: 'access-1', host: 'login.example', count: 3 },
      action: 'retry',
    } as const;
    expect(known.hideInError('docs', error)).toEqual({
      ...error,
      message: 'login.example refuses: … and … of …',
      params: { description: '…', host: 'login.example', count: 3 },
    });
  });

  it('knows those of one server only', () => {
    const known = new KnownSecrets();
    known.add('docs', ['token-of-docs']);
    expect(known.hide('docs', 'token-of-docs')).toBe('…');
    expect(known.hide('files', 'token-of-docs')).toBe('token-of-docs');
    expect(known.of('files')).toEqual([]);
  });

  it('remembers the latest ones', () => {
    const known = new KnownSecrets();
    known.add('docs', ['the-first-one', undefined, '']);
    for (let count = 0; count < 30; count += 1) {
      known.add('docs', [`another-${count}`, 'one-that-is-used-again']);
    }
    expect(known.of('docs')).toHaveLength(24);
    expect(known.of('docs')).not.toContain('the-first-one');
    expect(known.of('docs')).toContain('one-that-is-used-again');
    expect(known.of('docs')).toContain('another-29');
  });
});
