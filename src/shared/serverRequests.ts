import { z } from 'zod';
import type { ToolCall } from './chat.ts';
import type { DoctorReport } from './doctor.ts';
import { request } from './ipcRequest.ts';
import { PermissionAnswer } from './permission.ts';
import { CompletionTarget } from './resource.ts';
import type {
  Attachment,
  PromptInfo,
  ResourceContent,
  ResourceInfo,
  ResourceTemplateInfo,
  UnreadFile,
} from './resource.ts';
import { ServerEdit, ServerName } from './server.ts';
import type { ServerDetail, ServerSummary } from './server.ts';

const nothing = z.undefined();
const resourceRef = z.object({ server: ServerName, uri: z.string().min(1).max(8192) });
const TryId = z.string().min(1).max(64);

/** What the Servers screen asks for. */
export const serverRequests = {
  'servers.list': request(nothing)<readonly ServerSummary[]>(),
  'servers.detail': request(ServerName)<ServerDetail>(),
  'servers.start': request(ServerName)<void>(),
  'servers.stop': request(ServerName)<void>(),
  'servers.restart': request(ServerName)<void>(),
  /** Adds an entry, or replaces `previous` (which may have another name); nulls keep its values. */
  'servers.save': request(
    z.object({
      previous: ServerName.optional(),
      name: ServerName,
      config: ServerEdit,
      /** `local` keeps it for this workspace only; by default it is of the user. */
      layer: z.enum(['user', 'local']).optional(),
    }),
  )<void>(),
  'servers.remove': request(ServerName)<void>(),
  'servers.doctor': request(ServerName)<DoctorReport>(),
  /** Versions, its entry and its last lines as Markdown without secrets, to be put into an issue. */
  'servers.issueReport': request(ServerName)<string>(),
  /** While on, `servers.usage` comes every two seconds. */
  'servers.watchUsage': request(z.boolean())<void>(),
  'servers.resources': request(ServerName)<{
    readonly resources: readonly ResourceInfo[];
    readonly templates: readonly ResourceTemplateInfo[];
    readonly canSubscribe: boolean;
  }>(),
  'servers.readResource': request(resourceRef)<readonly ResourceContent[]>(),
  /** While on, `resource.updated` tells when the server says that it changed. */
  'servers.subscribe': request(resourceRef.extend({ on: z.boolean() }))<void>(),
  'servers.prompts': request(ServerName)<readonly PromptInfo[]>(),
  /** Answers what to put in the composer. */
  'servers.getPrompt': request(
    z.object({
      server: ServerName,
      name: z.string(),
      arguments: z.record(z.string(), z.string()),
    }),
  )<{ readonly text: string; readonly attachments: readonly (Attachment | UnreadFile)[] }>(),
  'servers.complete': request(
    z.object({
      server: ServerName,
      target: CompletionTarget,
      argument: z.object({ name: z.string(), value: z.string() }),
      /** The other arguments as they are so far. */
      context: z.record(z.string(), z.string()).optional(),
    }),
  )<readonly string[]>(),

  /**
   * Calls a tool as the person, under an id to stop and answer it by; answers how it ended. Fails
   * when the call got no answer. `servers.trying` tells what happens meanwhile.
   */
  'servers.tryTool': request(
    z.object({
      id: TryId,
      server: ServerName,
      tool: z.string().max(1000),
      input: z.record(z.string(), z.unknown()),
    }),
  )<ToolCall>(),
  'servers.stopTry': request(TryId)<void>(),
  'servers.answerTry': request(z.object({ id: TryId, answer: PermissionAnswer }))<void>(),
} as const;
