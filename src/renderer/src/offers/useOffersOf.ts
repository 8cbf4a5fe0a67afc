import { useEffect, useState } from 'react';
import type { Result } from '../../../shared/errors.ts';
import type { Bridge, RequestOutput } from '../../../shared/ipc.ts';
import { useBridge } from '../api.ts';

/** What each server answered; one that has not answered yet is missing. */
type AnswersBy<T> = ReadonlyMap<string, Result<T>>;
type Load<T> = (bridge: Bridge, server: string) => Promise<Result<T>>;

const loadResources: Load<RequestOutput<'servers.resources'>> = (bridge, server) =>
  bridge.request('servers.resources', server);
const loadPrompts: Load<RequestOutput<'servers.prompts'>> = (bridge, server) =>
  bridge.request('servers.prompts', server);

/** The resources and templates of servers, asked for again when one says that they changed. */
export function useResourcesOf(servers: readonly string[]) {
  return useAnswersOf('resources', loadResources, servers);
}

/** The same for prompts. */
export function usePromptsOf(servers: readonly string[]) {
  return useAnswersOf('prompts', loadPrompts, servers);
}

function useAnswersOf<T>(
  of: 'resources' | 'prompts',
  load: Load<T>,
  servers: readonly string[],
): AnswersBy<T> {
  const bridge = useBridge();
  const [answers, setAnswers] = useState<AnswersBy<T>>(new Map());
  const key = JSON.stringify(servers);
  useEffect(() => {
    let isCurrent = true;
    const names = JSON.parse(key) as readonly string[];
    const ask = async (server: string) => {
      const answer = await load(bridge, server);
      if (isCurrent) setAnswers((before) => new Map(before).set(server, answer));
    };
    for (const server of names) void ask(server);
    const stop = bridge.on('servers.offersChanged', (changed) => {
      if (changed.of === of && names.includes(changed.server)) void ask(changed.server);
    });
    return () => {
      isCurrent = false;
      stop();
    };
  }, [bridge, of, load, key]);
  return answers;
}
