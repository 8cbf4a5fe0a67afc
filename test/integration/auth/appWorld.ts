import { onTestFinished } from 'vitest';
import { signInFirst } from '../../../src/main/agent/signInFirst.ts';
import type { AuthorizationPorts } from '../../../src/main/auth/authorization.ts';
import type { ServerDefinition } from '../../../src/main/config/desiredServers.ts';
import { createWebFetch } from '../../../src/main/platform/webFetch.ts';
import { Questions } from '../../../src/main/servers/questions/questions.ts';
import type { AuthStep, SignInFlow } from '../../../src/shared/auth.ts';
import { ServerConfig } from '../../../src/shared/server.ts';
import { openAuthorizationRoom } from '../../authorizationRoom.ts';
import { followAuthorization } from '../../servers/headlessBrowser.ts';
import { noSignal, supervise } from '../../servers/supervision.ts';

/** An entry of settings.json that does not start by itself. */
export function entry(name: string, config: object): ServerDefinition {
  return { name, source: 'user', autoStart: false, config: ServerConfig.parse(config) };
}

/** The app's supervisor, authorization, questions and chat's way to its servers, as app.ts wires them. */
export function app(
  definitions: readonly ServerDefinition[],
  ports: Partial<AuthorizationPorts> = {},
) {
  /** What the browser was sent to. */
  const opened: string[] = [];
  const steps: (AuthStep & { readonly server: string })[] = [];
  /** What the person's browser does with an address. */
  const browser = { visit: async (url: string): Promise<unknown> => followAuthorization(url) };
  const changes = new Set<() => void>();
  const questions = new Questions({ openExternal: async () => undefined });
  const room = openAuthorizationRoom({
    fetch: createWebFetch(),
    openBrowser: async (url) => {
      opened.push(url);
      await browser.visit(url);
    },
    onStep: (server, step) => void steps.push({ server, ...step }),
    onChange: () => {
      for (const change of changes) change();
    },
    onIdentity: () => {
      for (const { name, state } of world.supervisor.list()) {
        const waits = state.kind === 'needs-auth' && state.cause.code === 'auth/identity-sign-in';
        if (waits) world.supervisor.start(name, 'retry');
      }
    },
    onSigningIn: (server) => world.supervisor.signingIn(server),
    onSignInOver: (server, outcome) => {
      world.supervisor.signInOver(server, outcome);
      if (outcome.cause === undefined) questions.signedIn(server);
    },
    ...ports,
  });
  onTestFinished(room.close);
  const { authorization } = room;
  const world = supervise(definitions, {
    network: {
      fetch: createWebFetch(),
      ideLockFolders: [],
      inProcess: new Map(),
      authorize: (one) => authorization.of(one),
    },
  });
  const { supervisor } = world;
  const chat = signInFirst(
    {
      list: () => supervisor.list(),
      instructions: () => supervisor.instructions(),
      call: (...call) => supervisor.call(...call),
      connect: (...who) => supervisor.connect(...who),
    },
    questions,
  );
  const definition = (name: string) => supervisor.definition(name);
  const view = (name: string) => authorization.view(definition(name));

  return {
    ...world,
    ...room,
    opened,
    steps,
    browser,
    questions,
    chat,
    view,
    signIn: (name: string) => authorization.signIn(definition(name)),
    connect: (name: string) => supervisor.connect(name, noSignal),
    /** The text that a tool answers, as the chat would call it. */
    call: async (name: string, tool = 'who_am_i') => {
      const { content } = await chat.call(name, tool, {}, { signal: noSignal });
      return content.map((block) => ('text' in block ? block.text : block.type)).join();
    },
    grant: async (name: string) => {
      const { config } = definition(name);
      const url = 'url' in config ? (config.url ?? '') : '';
      return room.store.grant({ name, url: url.replace(/^ws/, 'http'), oauth: {} });
    },
    /** Waits for the flow of a sign-in. */
    untilFlow: async <K extends SignInFlow['kind']>(name: string, kind: K) =>
      new Promise<Extract<SignInFlow, { kind: K }>>((resolve) => {
        const look = async () => {
          const { flow } = await view(name);
          if (flow.kind !== kind) return;
          changes.delete(onChange);
          resolve(flow as Extract<SignInFlow, { kind: K }>);
        };
        const onChange = () => void look();
        changes.add(onChange);
        onChange();
      }),
    /** The next question that is open. */
    untilAsked: async () =>
      new Promise<ReturnType<Questions['list']>[number]>((resolve) => {
        const look = () => {
          const [first] = questions.list();
          if (first === undefined) return;
          stop();
          resolve(first);
        };
        const stop = questions.onChange(look);
        look();
      }),
  };
}
