import { describe, expect, test } from 'vitest';
import type { OAuthConfig } from '../../src/shared/auth.ts';
import {
  checkOAuth,
  oauthDraftFrom,
  oauthOf,
} from '../../src/renderer/src/servers/form/oauthDraft.ts';

describe('what the form says of authorization', () => {
  test('is nothing where nothing was entered', () => {
    expect(oauthOf(oauthDraftFrom())).toBeUndefined();
  });

  test('is what was entered, without the spaces around it', () => {
    const draft = {
      ...oauthDraftFrom(),
      grant: 'client_credentials' as const,
      clientId: ' robot ',
      scope: ' read  write ',
      callbackPort: ' 8080 ',
      callbackHost: 'localhost' as const,
      dpop: true,
    };
    expect(oauthOf(draft)).toEqual({
      grant: 'client_credentials',
      clientId: 'robot',
      scope: 'read  write',
      callbackPort: 8080,
      callbackHost: 'localhost',
      dpop: true,
    });
  });

  test.each<[string, OAuthConfig, object, object | undefined]>([
    [
      'drops a field that was emptied',
      { clientId: 'a', scope: 'b' },
      { scope: '' },
      { clientId: 'a' },
    ],
    ['says nothing any more once all is emptied', { scope: 'b' }, { scope: ' ' }, undefined],
    ['keeps what has no field', { privateKeyFile: '~/k' }, {}, { privateKeyFile: '~/k' }],
    ['keeps a default that was written', { dpop: false }, {}, { dpop: false }],
    ['switches off what was on', { dpop: true }, { dpop: false }, { dpop: false }],
  ])('%s', (_name, base, change, expected) => {
    expect(oauthOf({ ...oauthDraftFrom(base), ...change }, base)).toEqual(expected);
  });
});

describe('a check of it', () => {
  test.each([
    ['', '', {}],
    ['1', 'http://127.0.0.1:9/meta', {}],
    ['65535', 'https://a.example/.well-known/openid-configuration', {}],
    ['0', '', { callbackPort: 'port' }],
    ['65536', '', { callbackPort: 'port' }],
    ['80.5', '', { callbackPort: 'port' }],
    ['port', '', { callbackPort: 'port' }],
    ['', 'a.example', { authServerMetadataUrl: 'http' }],
    ['', 'file:///etc/passwd', { authServerMetadataUrl: 'http' }],
  ])('of port %j and metadata at %j', (callbackPort, authServerMetadataUrl, problems) => {
    const draft = { ...oauthDraftFrom(), callbackPort, authServerMetadataUrl };
    expect(checkOAuth(draft)).toEqual(problems);
  });
});
