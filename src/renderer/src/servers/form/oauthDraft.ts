import { OAuthConfig } from '../../../../shared/auth.ts';

type Grant = NonNullable<OAuthConfig['grant']>;
type CallbackHost = NonNullable<OAuthConfig['callbackHost']>;

/** What the form says of how to be authorized, as typed. */
export type OAuthDraft = {
  readonly grant: Grant;
  readonly clientId: string;
  readonly clientSecretVariable: string;
  readonly scope: string;
  readonly authServerMetadataUrl: string;
  readonly callbackHost: CallbackHost;
  readonly callbackPort: string;
  readonly dpop: boolean;
};
export type OAuthProblems = {
  readonly callbackPort?: 'port';
  readonly authServerMetadataUrl?: 'http';
};

export const grants: readonly Grant[] = [
  'authorization_code',
  'client_credentials',
  'jwt-bearer',
  'cross-app',
];
export const callbackHosts: readonly CallbackHost[] = ['127.0.0.1', 'localhost'];

const texts = ['clientId', 'clientSecretVariable', 'scope', 'authServerMetadataUrl'] as const;

export function oauthDraftFrom(oauth: OAuthConfig = {}): OAuthDraft {
  const { callbackPort } = oauth;
  return {
    grant: oauth.grant ?? 'authorization_code',
    clientId: oauth.clientId ?? '',
    clientSecretVariable: oauth.clientSecretVariable ?? '',
    scope: oauth.scope ?? '',
    authServerMetadataUrl: oauth.authServerMetadataUrl ?? '',
    callbackHost: oauth.callbackHost ?? '127.0.0.1',
    callbackPort: callbackPort === undefined ? '' : String(callbackPort),
    dpop: oauth.dpop ?? false,
  };
}

export function checkOAuth(draft: OAuthDraft): OAuthProblems {
  const { callbackPort, authServerMetadataUrl } = OAuthConfig.shape;
  const url = draft.authServerMetadataUrl.trim();
  const isGoodUrl = url === '' || authServerMetadataUrl.safeParse(url).success;
  const isGoodPort = callbackPort.safeParse(portOf(draft)).success;
  return {
    ...(isGoodPort ? {} : { callbackPort: 'port' }),
    ...(isGoodUrl ? {} : { authServerMetadataUrl: 'http' }),
  };
}

/**
 * What an entry then says; undefined where it need not say anything. What the form does not show
 * comes from `base`, and a default is written only where `base` wrote it.
 */
export function oauthOf(draft: OAuthDraft, base: OAuthConfig = {}): object | undefined {
  const given: Record<string, unknown> = { ...base };
  for (const name of texts) given[name] = draft[name].trim() || undefined;
  given['callbackPort'] = portOf(draft);
  const defaults = oauthDraftFrom();
  for (const name of ['grant', 'callbackHost', 'dpop'] as const) {
    const isSaid = draft[name] !== defaults[name] || base[name] !== undefined;
    given[name] = isSaid ? draft[name] : undefined;
  }
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

const portOf = ({ callbackPort }: OAuthDraft): number | undefined =>
  callbackPort.trim() === '' ? undefined : Number(callbackPort.trim());
