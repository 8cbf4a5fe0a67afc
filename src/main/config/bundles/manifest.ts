import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { BundleOption } from '../../../shared/adding.ts';
import { AppFailure } from '../../../shared/errors.ts';
import { whyParam, whys } from '../../../shared/whys.ts';
import { hasHiddenText } from '../hiddenText.ts';

/** One line that is shown: what can't be seen is refused, not shown as something else. */
const line = z
  .string()
  .max(1000)
  .refine((text) => !hasHiddenText(text), 'has characters that can not be seen');
const prose = z.string().max(20_000);
const program = z.object({
  command: line.min(1),
  args: z.array(z.string().max(8192)).max(200).optional(),
  env: z.record(z.string(), z.string().max(8192)).optional(),
});
const option = z.object({
  type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
  title: line,
  description: prose.default(''),
  required: z.boolean().default(false),
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
  multiple: z.boolean().default(false),
  sensitive: z.boolean().default(false),
  min: z.number().optional(),
  max: z.number().optional(),
});

/**
 * The manifest.json of a bundle, `manifest_version` 0.1 to 0.4 (github.com/anthropics/mcpb,
 * MANIFEST.md), as far as it is used here; what is not known is passed over.
 */
const Manifest = z.object({
  manifest_version: z.string().optional(),
  /** Until bundles were renamed. */
  dxt_version: z.string().optional(),
  name: line.min(1),
  display_name: line.optional(),
  version: line.min(1),
  description: prose.default(''),
  author: z.object({ name: line.min(1), url: line.optional() }),
  homepage: line.optional(),
  license: line.optional(),
  server: z.object({
    type: z.enum(['node', 'python', 'binary', 'uv']),
    entry_point: line.min(1),
    mcp_config: program
      .extend({ platform_overrides: z.record(z.string(), program.partial()).optional() })
      .optional(),
  }),
  tools: z
    .array(z.object({ name: line, description: prose.default('') }))
    .max(1000)
    .default([]),
  tools_generated: z.boolean().default(false),
  compatibility: z.object({ platforms: z.array(z.string()).optional() }).optional(),
  user_config: z
    .record(z.string().regex(/^[\w.-]{1,100}$/, 'must be of letters, digits and _.-'), option)
    .default({}),
});
export type Manifest = z.infer<typeof Manifest>;

/** Throws an AppFailure `adding/bundle-manifest` {file, field, why}. */
export function parseManifest(json: string, file: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw wrong(file, '', error instanceof Error ? error.message : String(error));
  }
  const parsed = Manifest.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw wrong(file, issue?.path.join('.') ?? '', issue?.message ?? 'is not valid');
  }
  const { manifest_version, dxt_version, server } = parsed.data;
  const version = manifest_version ?? dxt_version;
  if (version === undefined || !/^0\.[1-4](?:\.|$)/.test(version)) {
    throw wrong(file, 'manifest_version', `${version ?? 'nothing'} is not one of 0.1 to 0.4`);
  }
  if (server.mcp_config === undefined && server.type !== 'uv') {
    throw wrong(file, 'server.mcp_config', whys['field-missing']);
  }
  return parsed.data;
}

function wrong(file: string, field: string, why: string): AppFailure {
  return new AppFailure({
    code: 'adding/bundle-manifest',
    message: `The manifest of ${file} can not be used: ${field === '' ? '' : `${field}: `}${why}`,
    params: { file, field, why: whyParam(why) },
  });
}

export function optionsOf({ user_config }: Manifest): readonly BundleOption[] {
  return Object.entries(user_config).map(([key, given]) => ({ key, ...given }));
}

/** The name of a bundle's folder and server: letters, digits and `._-`, never that of a device. */
export function pluginName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
    .slice(0, 60);
  const isDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(plain);
  if (isDevice) return `plugin-${plain}`;
  if (plain !== '') return plain;
  return `plugin-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}
