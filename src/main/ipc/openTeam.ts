import { usualTeam } from '../../shared/team.ts';
import type { Chats } from '../agent/chats.ts';
import type { Settings } from '../config/parseSettings.ts';
import type { offeredPools } from '../permissions/offeredPool.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import type { Database } from '../store/database.ts';
import { createGit } from '../team/git.ts';
import type { GitEnvironment } from '../team/git.ts';
import { Team } from '../team/team.ts';
import { workspaceTools } from '../tools/builtin/workspaceTools.ts';
import type { Push } from './push.ts';

type Surroundings = Omit<Parameters<typeof workspaceTools>[0], 'git' | 'environment'> & {
  readonly database: Database;
  readonly push: Push;
  /** The login shell's variables. */
  readonly shell: { read(): Promise<GitEnvironment> };
  /** The live pool of an agent that has these tools of ours. */
  readonly poolOf: ReturnType<typeof offeredPools>;
  readonly supervisor: Supervisor;
  readonly settings: () => Settings;
  /** The workspace folder in force. */
  readonly folder: () => { readonly value: string };
};

/** The team, and all tools that need a workspace folder; `chats` answers what is made after this. */
export function openTeam(surroundings: Surroundings, chats: () => Chats) {
  const { poolOf, supervisor, settings, shell, ...rest } = surroundings;
  const git = createGit({ environment: () => shell.read() });
  const inWorkspace = workspaceTools({ ...rest, git, environment: () => shell.read() });
  const team = new Team({
    ...rest,
    git,
    chats,
    inWorkspace,
    poolWith: (tools) => {
      const pool = poolOf(tools);
      return () => pool(true);
    },
    servers: () => supervisor.list().map(({ name }) => name),
    limits: () => {
      const {
        teammatePollSeconds: poll = usualTeam.teammatePollSeconds,
        teammateIdleSeconds: idle = usualTeam.teammateIdleSeconds,
      } = settings();
      return { pollMs: poll * 1000, idleMs: idle * 1000 };
    },
  });
  return { team, inWorkspace };
}
