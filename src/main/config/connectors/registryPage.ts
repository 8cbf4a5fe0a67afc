import { z } from 'zod';
import { hasHiddenText } from '../hiddenText.ts';

/** A remote server as a registry lists it. */
export const Connector = z.object({
  /** Of the registry, such as `com.example/weather`. */
  id: z.string().min(1),
  title: z.string(),
  description: z.string(),
  version: z.string(),
  transport: z.enum(['http', 'sse']),
  url: z.string(),
  /** Fixed ones only. */
  headers: z.record(z.string(), z.string()),
  /** What it needs besides its address: names of headers and variables. */
  needs: z.array(z.string()),
});
export type Connector = z.infer<typeof Connector>;

const field = z.object({
  name: z.string().optional(),
  value: z.string().optional(),
  default: z.string().optional(),
  isRequired: z.boolean().optional(),
});
const Remote = z.object({
  type: z.string().optional(),
  /** Until the schema of 2025-07. */
  transport_type: z.string().optional(),
  url: z.string().max(4096),
  headers: z.array(field).max(100).optional(),
  variables: z.record(z.string(), field).optional(),
});
const Server = z.object({
  name: z.string().min(1).max(200),
  title: z.string().max(200).optional(),
  description: z.string().max(5000).default(''),
  version: z.string().max(100).default(''),
  status: z.string().optional(),
  remotes: z.array(z.unknown()).max(50).default([]),
});
const Official = z.object({ status: z.string().optional(), isLatest: z.boolean().optional() });
const Page = z.object({
  servers: z.array(z.unknown()).max(1000),
  metadata: z
    .object({ nextCursor: z.string().nullish(), next_cursor: z.string().nullish() })
    .nullish(),
});

export type RegistryPage = {
  readonly connectors: readonly Connector[];
  readonly next: string | undefined;
};

/**
 * A page of `GET /v0/servers` (MCP Registry API, generic-registry-api.md): each item is a server, or
 * one under `server` with its status in `_meta`. Only the latest version of an active server with an
 * address counts; an item that is not valid hides no other. Undefined when it is no such page.
 */
export function parsePage(value: unknown): RegistryPage | undefined {
  const page = Page.safeParse(value);
  if (!page.success) return undefined;
  const { servers, metadata } = page.data;
  const next = metadata?.nextCursor ?? metadata?.next_cursor ?? undefined;
  return { connectors: servers.flatMap(connectorOf), next: next === '' ? undefined : next };
}

function connectorOf(item: unknown): readonly Connector[] {
  const wrapped = z.object({ server: z.unknown(), _meta: z.unknown().optional() }).safeParse(item);
  const parsed = Server.safeParse(wrapped.success ? wrapped.data.server : item);
  if (!parsed.success) return [];
  const meta = wrapped.success ? wrapped.data._meta : undefined;
  const official = Official.safeParse(
    typeof meta === 'object' && meta !== null
      ? (meta as Record<string, unknown>)['io.modelcontextprotocol.registry/official']
      : undefined,
  );
  const { status, isLatest } = official.success ? official.data : {};
  const { name, title, description, version, remotes } = parsed.data;
  const isGone = (status ?? parsed.data.status ?? 'active') !== 'active' || isLatest === false;
  if (isGone || [name, title ?? '', version].some(hasHiddenText)) return [];
  const remote = remotes.flatMap(remoteOf);
  // Streamable HTTP where there is a choice.
  const best = remote.find(({ transport }) => transport === 'http') ?? remote[0];
  return best === undefined
    ? []
    : [{ id: name, title: title ?? name, description, version, ...best }];
}

type Target = Pick<Connector, 'transport' | 'url' | 'headers' | 'needs'>;

function remoteOf(value: unknown): readonly Target[] {
  const parsed = Remote.safeParse(value);
  if (!parsed.success) return [];
  const { type, transport_type, url, headers = [], variables = {} } = parsed.data;
  const transport = (type ?? transport_type) === 'sse' ? 'sse' : 'http';
  const filled = url.replace(/\{[^}]*\}/g, 'x');
  const isWeb = /^https?:\/\//.test(url) && URL.canParse(filled) && !hasHiddenText(url);
  if (!isWeb || new URL(filled).username !== '') return [];
  const isFixed = (text: string | undefined): text is string =>
    text !== undefined && !/[{}]/.test(text) && !hasHiddenText(text);
  const needs = [
    ...(url.match(/\{[^}]*\}/g) ?? []).map((name) => name.slice(1, -1)),
    ...headers
      .filter(({ value, isRequired }) => isRequired === true && !isFixed(value))
      .map(({ name = '?' }) => name),
  ];
  const fixed = headers.flatMap(({ name, value }) =>
    name !== undefined && isFixed(value) ? [[name, value] as const] : [],
  );
  const all = [...needs, ...Object.keys(variables)];
  return [{ transport, url, headers: Object.fromEntries(fixed), needs: [...new Set(all)] }];
}
