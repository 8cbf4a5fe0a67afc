import type { ServerSummary } from '../../../../src/shared/server.ts';
import { createFakeBridge } from '../../fakeBridge.ts';
import { doctorOf } from '../madeUpDoctor.ts';
import { now, settings } from '../madeUp.ts';
import { logAnswers, pastLines } from '../madeUpLog.ts';
import { signInAnswers } from '../madeUpSignIns.ts';
import { detailOf, fleet, usageOf } from '../madeUpServers.ts';

/** Thirty servers in every state; start, stop, remove and `&signIn=` do what they say. */
export const bridge = () => {
  let servers = [...fleet];
  const change = (name: string, state: ServerSummary['state'] | undefined): void => {
    servers = servers.flatMap((server) =>
      server.name !== name ? [server] : state ? [{ ...server, state }] : [],
    );
    fake.emit('servers.changed', servers);
  };
  const start = (name: string): void => change(name, { kind: 'starting', since: now, by: 'you' });
  const fake = createFakeBridge({
    ...logAnswers(pastLines(300)),
    ...signInAnswers((name, payload) => fake.emit(name, payload)),
    'servers.list': () => servers,
    'servers.detail': (name) => {
      const summary = servers.find((server) => server.name === name);
      if (!summary) throw new Error(`no server ${name}`);
      return detailOf(summary);
    },
    'servers.doctor': (name) => doctorOf(servers.find((server) => server.name === name)),
    'servers.start': start,
    'servers.restart': start,
    'servers.stop': (name) => change(name, { kind: 'stopped', since: Date.now(), by: 'you' }),
    'servers.remove': (name) => change(name, undefined),
    'servers.watchUsage': (isOn) => {
      if (isOn) setTimeout(() => fake.emit('servers.usage', usageOf(servers)));
    },
    'servers.save': () => undefined,
    'chat.list': () => [],
    'settings.get': () => settings(),
    'settings.openFile': () => undefined,
    'settings.update': () => undefined,
  });
  return fake;
};
