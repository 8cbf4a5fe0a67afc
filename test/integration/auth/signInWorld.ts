import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import type { AuthStep, OAuthConfig } from '../../../src/shared/auth.ts';
import { browserSignIn } from '../../../src/main/auth/browser/browserSignIn.ts';
import type { BrowserSignInOptions } from '../../../src/main/auth/browser/browserSignIn.ts';
import { discover } from '../../../src/main/auth/discovery/discovery.ts';
import type { Challenge, Grant } from '../../../src/main/auth/oauth.ts';
import { createWebFetch } from '../../../src/main/platform/webFetch.ts';
import type { AuthorizationServerOptions } from '../../servers/authorizationServer.ts';
import { followAuthorization } from '../../servers/headlessBrowser.ts';
import type { ProtectedServerOptions } from '../../servers/protectedServer.ts';
import { peers } from './peers.ts';

export const person = 'person-1';

/** A protected server, its authorization server, and Patchbay's way from a refusal to a grant. */
export async function signInWorld(
  options: {
    readonly authorization?: AuthorizationServerOptions;
    readonly resource?: Partial<ProtectedServerOptions>;
    readonly oauth?: OAuthConfig;
  } = {},
) {
  const { authorizationServer: authorization, resource } = await peers(options);
  const server = { name: 'test', url: resource.url, oauth: options.oauth ?? {} };
  const steps: AuthStep[] = [];
  /** What the browser was sent to. */
  const opened: string[] = [];
  const ports = {
    fetch: createWebFetch(),
    step: (step: AuthStep) => void steps.push(step),
    signal: new AbortController().signal,
    now: Date.now,
  };

  /** What the server says to a call that it refuses. */
  const refusal = async (tool = 'who_am_i', token?: string): Promise<Challenge> => {
    const response = await call(resource.url, tool, token && `Bearer ${token}`);
    const { resourceMetadataUrl, ...rest } = extractWWWAuthenticateParams(response);
    return { ...rest, resourceMetadataUrl: resourceMetadataUrl?.href };
  };

  const signIn = async (more: Partial<BrowserSignInOptions> = {}): Promise<Grant> => {
    const challenge = more.challenge ?? (await refusal());
    return browserSignIn({
      ...ports,
      server,
      discovered: more.discovered ?? (await discover({ ...ports, server, challenge })),
      challenge,
      secret: async () => undefined,
      known: undefined,
      language: 'en',
      openBrowser: async (url) => {
        opened.push(url);
        await followAuthorization(url);
      },
      onWaiting: () => undefined,
      ...more,
    });
  };

  const whoAmI = async ({ tokens }: Grant): Promise<string> => {
    const response = await call(resource.url, 'who_am_i', `Bearer ${tokens.accessToken}`);
    const body = (await response.json()) as { result?: { content: { text: string }[] } };
    return body.result?.content[0]?.text ?? `status ${response.status}`;
  };

  return { authorization, resource, server, steps, opened, ports, refusal, signIn, whoAmI };
}

/** One call of a tool, by hand. */
export async function call(url: string, tool: string, authorization?: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(authorization && { authorization }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: {} },
    }),
  });
}
