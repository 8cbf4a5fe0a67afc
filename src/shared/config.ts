import { z } from 'zod';
import type { Finding } from './adding.ts';
import type { ServerConfig } from './server.ts';

/** Where an entry comes from. Each wins whole over those before it; `managed` excludes them. */
export const Layer = z.enum([
  'bundled',
  'connectors',
  'plugin',
  'user',
  'project',
  'local',
  'managed',
]);
export type Layer = z.infer<typeof Layer>;

/** The very place: a file where there is one, and of a plugin its name. */
export type Provenance = {
  readonly layer: Layer;
  readonly file?: string | undefined;
  readonly plugin?: string | undefined;
  /** Of the plugin. */
  readonly version?: string | undefined;
};

/** Why an entry is not the one in force. */
export type LossReason =
  | 'lower-layer'
  /** There is a managed file, and it is not in it. */
  | 'managed-excludes'
  /** It waits for a person's answer. */
  | 'not-approved'
  /** A person refused it. */
  | 'refused'
  /** The lists of the managed file do not let it in. */
  | 'denied'
  /** A connector whose content a higher entry has, under whatever name. */
  | 'same-content';

export type Loser = { readonly from: Provenance; readonly why: LossReason };

/** Where a server comes from, and what else there was of its name. */
export type ServerOrigin = {
  readonly winner: Provenance;
  /** Highest first. */
  readonly losers: readonly Loser[];
  /** Other servers in force with the same content. */
  readonly sameContentAs: readonly string[];
};

/** An entry that no server in force has the name of. */
export type LeftOut = { readonly name: string; readonly losers: readonly Loser[] };

/** An entry of a workspace that a person has to answer about. Nothing of it was run or looked up. */
export type WaitingEntry = {
  /** Stands for this very content: after an edit it is another one. */
  readonly key: string;
  readonly name: string;
  readonly from: Provenance;
  readonly config: ServerConfig;
  /** All of the entry as it is written, line by line. */
  readonly text: string;
  /** What should not be missed in it. */
  readonly findings: readonly Finding[];
  /** The same of what a person answered about before. */
  readonly before?: { readonly text: string; readonly answer: ApprovalAnswer } | undefined;
};

export const ApprovalAnswer = z.enum(['approved', 'refused']);
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>;

/** A secret that entries in force refer to as `${secret:NAME}`; its value is shown nowhere. */
export type NamedSecret = {
  readonly name: string;
  readonly servers: readonly string[];
  readonly isKept: boolean;
};

/** What the window shows of the configuration besides each server's origin. */
export type ConfigView = {
  readonly workspace: string;
  readonly waiting: readonly WaitingEntry[];
  readonly leftOut: readonly LeftOut[];
  /** What a person refused, and has not changed since. */
  readonly refused: readonly { readonly name: string; readonly from: Provenance }[];
  /** The managed file, where there is one; `excludes`: nothing but its servers is there. */
  readonly managed?: { readonly file: string; readonly excludes: boolean } | undefined;
};
