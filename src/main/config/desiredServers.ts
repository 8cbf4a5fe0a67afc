import type { ServerOrigin } from '../../shared/config.ts';
import type { ServerConfig, ServerSource } from '../../shared/server.ts';

/** A server that should exist, and whether it starts by itself. */
export type ServerDefinition = {
  readonly name: string;
  readonly source: ServerSource;
  readonly config: ServerConfig;
  readonly autoStart: boolean;
  readonly origin?: ServerOrigin | undefined;
};
