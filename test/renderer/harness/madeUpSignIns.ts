import type { AuthStep, SignInView } from '../../../src/shared/auth.ts';
import { AppFailure } from '../../../src/shared/errors.ts';
import type { Answers, FakeBridge } from '../fakeBridge.ts';
import { now } from './madeUp.ts';

/** Sign-ins in every state; `?signIn=NAME` says where those of all servers begin. */

const issuer = 'https://login.tickets.example/realms/engineering';
const redirectUri = 'http://127.0.0.1:43117/callback';
const resource = 'https://mcp.tickets.example/v1/mcp';

const step = (kind: AuthStep['kind'], verdict: AuthStep['verdict'], more: Partial<AuthStep>) => ({
  kind,
  verdict,
  at: now - 42_000,
  ...more,
});
const discovered: readonly AuthStep[] = [
  step('challenge', 'ok', { url: resource, status: 401, tookMs: 84 }),
  step('resource-metadata', 'absent', {
    url: 'https://mcp.tickets.example/.well-known/oauth-protected-resource/v1/mcp',
    status: 404,
    tookMs: 31,
  }),
  step('resource-metadata', 'ok', {
    url: 'https://mcp.tickets.example/.well-known/oauth-protected-resource',
    status: 200,
    tookMs: 28,
  }),
  step('server-metadata', 'absent', {
    url: 'https://login.tickets.example/.well-known/oauth-authorization-server/realms/engineering',
    status: 404,
    tookMs: 112,
  }),
  step('server-metadata', 'ok', {
    url: `${issuer}/.well-known/openid-configuration`,
    status: 200,
    tookMs: 96,
  }),
];
const registered = [
  ...discovered,
  step('registration', 'ok', { url: `${issuer}/register`, status: 201, tookMs: 203 }),
];
const opened = [...registered, step('browser', 'waiting', { url: `${issuer}/authorize` })];
const refused = [
  ...opened,
  step('callback', 'refused', {
    url: redirectUri,
    detail: {
      code: 'auth/oauth-error',
      message: 'The authorization server refuses.',
      params: {
        host: 'login.tickets.example',
        error: 'access_denied',
        description: 'The administrator of engineering has not approved this client yet',
      },
    },
  }),
];
const done = [
  ...opened,
  step('callback', 'ok', { url: redirectUri, tookMs: 31_400 }),
  step('token', 'ok', { url: `${issuer}/token`, status: 200, tookMs: 140 }),
];

const signedIn: SignInView['signedIn'] = {
  account: { name: 'Ada Lovelace', email: 'ada@tickets.example', subject: 'a1f0-77c2' },
  issuer,
  scopes: ['openid', 'offline_access', 'tickets:read', 'tickets:write'],
  expiresAt: Date.now() + 42 * 60_000,
  renews: true,
  isBoundToKey: true,
  clientId: 'patchbay-8f2c41d7',
  clientSource: 'registered',
  keptIn: 'keychain',
};
const cause = {
  code: 'auth/oauth-error',
  message:
    'login.tickets.example refused: access_denied. The administrator of engineering has not approved this client yet',
  params: {
    host: 'login.tickets.example',
    error: 'access_denied',
    description: 'The administrator of engineering has not approved this client yet',
  },
  action: 'sign-in',
} as const;

type Made = Omit<SignInView, 'server'>;
const waiting: Made['flow'] = {
  kind: 'waiting',
  url: `${issuer}/authorize?response_type=code&client_id=patchbay-8f2c41d7&code_challenge=x&state=y`,
  redirectUri,
  until: Date.now() + 272_000,
};
const begin = { means: 'authorization_code', flow: { kind: 'idle' }, steps: [] } as const;

const made: ReadonlyMap<string, Made> = new Map<string, Made>([
  ['idle', begin],
  ['working', { ...begin, flow: { kind: 'working' }, steps: discovered }],
  ['waiting', { ...begin, flow: waiting, steps: opened }],
  [
    'needs-client',
    { ...begin, flow: { kind: 'needs-client', issuer, redirectUri }, steps: discovered },
  ],
  ['failed', { ...begin, flow: { kind: 'failed', cause }, steps: refused }],
  ['signed-in', { ...begin, signedIn, steps: done }],
  ['switching', { ...begin, signedIn, flow: waiting, steps: opened }],
  [
    'memory',
    {
      ...begin,
      signedIn: { ...signedIn, keptIn: 'memory', isBoundToKey: false, renews: false, scopes: [] },
      keychainProblem: { kind: 'no-keyring', text: 'no secret service answers' },
      steps: done,
    },
  ],
  ['headers', { ...begin, means: 'headers' }],
  ['machine', { ...begin, means: 'client_credentials' }],
]);

/** Answers that go through a sign-in as main would; what is pasted must begin as it should. */
export function signInAnswers(emit: FakeBridge['emit']): Answers {
  const asked = new URLSearchParams(location.search).get('signIn') ?? 'idle';
  const views = new Map<string, Made>();
  const viewOf = (server: string): SignInView => ({
    ...(views.get(server) ?? made.get(asked) ?? begin),
    server,
  });
  const enter = (server: string, name: string): void => {
    const kept = viewOf(server).signedIn;
    const next = made.get(name) ?? begin;
    views.set(server, { ...next, ...(kept && name !== 'idle' ? { signedIn: kept } : {}) });
    emit('auth.changed', viewOf(server));
  };
  return {
    'auth.view': viewOf,
    'auth.signIn': (server) => {
      if (viewOf(server).flow.kind === 'waiting') return;
      enter(server, 'working');
      setTimeout(() => enter(server, 'waiting'), 600);
    },
    'auth.cancel': (server) => enter(server, 'idle'),
    'auth.paste': ({ server, url }) => {
      if (url.startsWith(redirectUri)) return enter(server, 'signed-in');
      throw new AppFailure({
        code: 'auth/bad-answer',
        message: `That is no answer to this sign-in. It begins with ${redirectUri}.`,
      });
    },
    'auth.setClient': () => undefined,
    'auth.signOut': (server) => enter(server, 'idle'),
  };
}
