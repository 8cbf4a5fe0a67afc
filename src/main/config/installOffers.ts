import { randomUUID } from 'node:crypto';
import type { InstallOffer, LinkedServer } from '../../shared/adding.ts';
import { AppFailure, toAppError } from '../../shared/errors.ts';
import { ServerConfig } from '../../shared/server.ts';
import { commandFindings } from './commandFindings.ts';
import { freeName } from './importers/takeOver.ts';
import type { ImportPorts } from './imports.ts';
import { written } from './imports.ts';
import { parseInstallLink } from './installLink.ts';

/** A page may open links faster than anybody can answer. */
const maxWaiting = 5;

type Waiting = {
  readonly id: string;
  readonly server?: LinkedServer;
  readonly problem?: InstallOffer['problem'];
};

/** The `patchbay://install` links that were followed and wait for an answer, oldest first. */
export class InstallOffers {
  #waiting: readonly Waiting[] = [];

  constructor(
    private readonly ports: Pick<ImportPorts, 'servers' | 'signatureOf' | 'edit'> & {
      readonly onChange: () => void;
    },
  ) {}

  list(): readonly InstallOffer[] {
    const { servers, signatureOf } = this.ports;
    const here = servers();
    return this.#waiting.map(({ id, server, problem }) => {
      if (server === undefined) return { id, findings: [], problem };
      const free = freeName(server.name, new Set(here.keys()));
      const signature = signatureOf(configOf(server));
      const same = [...here].find(([, config]) => signatureOf(config) === signature)?.[0];
      return {
        id,
        server,
        findings: commandFindings(server),
        as: free === server.name ? undefined : free,
        sameAs: same,
      };
    });
  }

  /** Shows what a link asks for, or why it is refused; the latest ones go where too many wait. */
  follow(link: string): void {
    if (this.#waiting.length >= maxWaiting) return;
    const id = randomUUID();
    this.#waiting = [...this.#waiting, { id, ...read(link) }];
    this.ports.onChange();
  }

  /** Adds the server, disabled, and answers its name. Throws AppFailures `adding/no-offer`. */
  async accept(id: string): Promise<string> {
    const server = this.#waiting.find((offer) => offer.id === id)?.server;
    if (server === undefined) {
      const message = 'This link has been answered already.';
      throw new AppFailure({ code: 'adding/no-offer', message });
    }
    const name = freeName(server.name, new Set(this.ports.servers().keys()));
    await this.ports.edit([{ path: ['mcpServers', name], value: written(configOf(server)) }]);
    this.dismiss(id);
    return name;
  }

  dismiss(id: string): void {
    this.#waiting = this.#waiting.filter((offer) => offer.id !== id);
    this.ports.onChange();
  }
}

function read(link: string): Omit<Waiting, 'id'> {
  try {
    const server = parseInstallLink(link);
    configOf(server);
    return { server };
  } catch (error) {
    return { problem: toAppError(error) };
  }
}

/** Installing starts nothing. */
function configOf({
  transport,
  command,
  args,
  cwd,
  env,
  url,
  headers,
}: LinkedServer): ServerConfig {
  if (command !== undefined) return ServerConfig.parse({ command, args, env, cwd, disabled: true });
  // Without a type an address may turn out to be of an older server, which http would forbid.
  const type = transport === 'http' ? {} : { type: transport };
  return ServerConfig.parse({ ...type, url, headers, disabled: true });
}
