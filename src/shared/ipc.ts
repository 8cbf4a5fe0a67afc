import { z } from 'zod';
import type { ConnectorsView, InstallOffer } from './adding.ts';
import { addingRequests } from './addingRequests.ts';
import { mostAttachments } from './attachLimits.ts';
import { attachRequests } from './attachRequests.ts';
import type { Account, SignInView } from './auth.ts';
import type { ChannelsView } from './channel.ts';
import { ConversationId } from './chat.ts';
import type { ChatChange, Conversation, ConversationSummary, ToolCall } from './chat.ts';
import { chatRequests } from './chatRequests.ts';
import { contextRequests } from './contextRequests.ts';
import { ApprovalAnswer } from './config.ts';
import type { ConfigView, NamedSecret } from './config.ts';
import type { Result } from './errors.ts';
import { fileRequests } from './fileRequests.ts';
import type { HookView } from './hook.ts';
import { request } from './ipcRequest.ts';
import type { Request } from './ipcRequest.ts';
import type { LogNews } from './log.ts';
import { logRequests } from './logRequests.ts';
import type { AskedPlace } from './notices.ts';
import { PermissionAnswer, PermissionMode, PermissionRule, RuleVerdict } from './permission.ts';
import type { DecisionRecord, RuleView } from './permission.ts';
import { QuestionAnswer } from './question.ts';
import type { Question } from './question.ts';
import { Attachment } from './resource.ts';
import type { FileAttachment } from './resource.ts';
import { ServerName } from './server.ts';
import type { ServerSummary, ServerUsage } from './server.ts';
import { serverRequests } from './serverRequests.ts';
import { PathSetting, SettingsPatch } from './settings.ts';
import type { ModelChoice, SettingsView } from './settings.ts';
import type { TeamView } from './team.ts';
import type { RemoteImage } from './remoteImage.ts';
import { teamRequests } from './teamRequests.ts';

const nothing = z.undefined();
const itemRef = z.object({ conversationId: ConversationId, itemId: z.string() });

/** Every request, once: the router, the bridge and the renderer's types are derived from it. */
export const requests = {
  'window.minimise': request(nothing)<void>(),
  'window.toggleMaximise': request(nothing)<void>(),
  'window.zoom': request(z.enum(['in', 'out', 'reset']))<void>(),
  /** Hides it where there is a tray. */
  'window.close': request(nothing)<void>(),
  'window.quit': request(nothing)<void>(),
  'links.open': request(z.string().max(8192))<void>(),
  /** An image of the web; fails with images/… where there is none. */
  'images.load': request(z.string().max(8192))<RemoteImage>(),

  'chat.list': request(nothing)<readonly ConversationSummary[]>(),
  'chat.open': request(ConversationId)<Conversation>(),
  /** Starts a conversation when there is no id; answers its id. Fails while a turn is running. */
  'chat.send': request(
    z.object({
      conversationId: ConversationId.optional(),
      text: z.string().min(1).max(1_000_000),
      /** Resources are read now: a failed read fails the request, and nothing is sent. */
      attachments: z.array(Attachment).max(mostAttachments).optional(),
      /** The folder of a new conversation; null for none, absent for the one that is set. */
      workspace: z.string().min(1).max(4096).nullable().optional(),
      /** Of a new conversation; absent for the one of the settings. */
      model: z.string().min(1).max(200).optional(),
    }),
  )<string>(),
  /** Null takes it away. Fails while a turn is running. */
  'chat.setWorkspace': request(
    z.object({
      conversationId: ConversationId,
      workspace: z.string().min(1).max(4096).nullable(),
    }),
  )<void>(),
  ...chatRequests,
  ...attachRequests,
  ...contextRequests,
  'chat.stop': request(ConversationId)<void>(),
  'chat.stopTool': request(itemRef)<void>(),
  /** Lets a call that runs go on without its turn. Fails when it can't any more. */
  'chat.background': request(itemRef)<void>(),

  /** Of all files, those that are ignored too. */
  'hooks.list': request(nothing)<readonly HookView[]>(),
  'permissions.answer': request(itemRef.extend({ answer: PermissionAnswer }))<void>(),
  /** Of all layers. */
  'permissions.rules': request(nothing)<readonly RuleView[]>(),
  /** `bypass` lasts until the app is closed, the others stand in settings.json. */
  'permissions.setMode': request(PermissionMode)<void>(),
  /** Adds a rule to settings.json, or replaces `previous`, or takes it away where there is no `next`. */
  'permissions.edit': request(
    z.object({
      previous: z.object({ verdict: RuleVerdict, text: z.string() }).optional(),
      next: z.object({ verdict: RuleVerdict, text: z.string().max(500) }).optional(),
    }),
  )<void>(),
  /** The last `limit` decisions before the one of id `before` (or at the end), ascending. */
  'permissions.decisions': request(
    z.object({ before: z.number().int().optional(), limit: z.number().int().min(1).max(2000) }),
  )<readonly DecisionRecord[]>(),
  /** Lets the model have instructions that a server has changed, as they were shown. */
  'permissions.acceptInstructions': request(
    z.object({ server: ServerName, text: z.string().max(16_384) }),
  )<void>(),
  /** Asks where, and writes all decisions there as JSON Lines; null when the person chose no place. */
  'permissions.export': request(z.object({ title: z.string().max(200) }))<string | null>(),
  /** Takes back "Always for this tool". */
  'permissions.forget': request(PermissionRule.pick({ server: true, tool: true }))<void>(),

  ...serverRequests,

  'config.view': request(nothing)<ConfigView>(),
  /** By the key of what was shown; fails when the entry has changed meanwhile. */
  'config.answer': request(
    z.object({ key: z.string().max(10_000), answer: ApprovalAnswer }),
  )<void>(),

  /** Forgets the answer about an entry of the workspace, so that it is asked about again. */
  'config.askAgain': request(
    z.object({ name: ServerName, layer: z.enum(['project', 'local']) }),
  )<void>(),
  /** Those that entries in force refer to, by name. They are given by `adding.giveSecret`. */
  'config.secrets': request(nothing)<readonly NamedSecret[]>(),
  'config.forgetSecret': request(z.string().min(1).max(200))<void>(),

  'auth.view': request(ServerName)<SignInView>(),
  /** Answers when it is done, fails when it failed; asked again it shows the browser's page again. */
  'auth.signIn': request(ServerName)<void>(),
  'auth.cancel': request(ServerName)<void>(),
  /** The address that a browser elsewhere ended at. */
  'auth.paste': request(
    z.object({ server: ServerName, url: z.string().min(1).max(16_384) }),
  )<void>(),
  /** An id registered by hand. The secret goes one way: nothing ever answers with it. */
  'auth.setClient': request(
    z.object({
      server: ServerName,
      clientId: z.string().trim().min(1).max(2048),
      clientSecret: z.string().min(1).max(4096).optional(),
    }),
  )<void>(),
  /** Revokes and forgets tokens and registration. */
  'auth.signOut': request(ServerName)<void>(),
  /** Who is signed in at the identity provider for all servers of `cross-app`; null: there is none. */
  'auth.identity': request(nothing)<{
    readonly issuer: string;
    readonly account?: Account | undefined;
    readonly expiresAt?: number | undefined;
    readonly isSignedIn: boolean;
  } | null>(),
  'auth.signOutIdentity': request(nothing)<void>(),

  ...addingRequests,
  ...fileRequests,

  'channels.view': request(nothing)<ChannelsView>(),
  /** Lets in what a server pushes, as it is configured now; without an id it begins a conversation. */
  'channels.allow': request(
    z.object({ server: ServerName, conversationId: ConversationId.optional() }),
  )<void>(),
  'channels.forbid': request(ServerName)<void>(),
  /** Whether a server is sent permission prompts and may answer them. */
  'channels.relay': request(z.object({ server: ServerName, isOn: z.boolean() }))<void>(),
  /** What was pushed into a conversation is looked at. */
  'channels.seen': request(ConversationId)<void>(),

  'questions.list': request(nothing)<readonly Question[]>(),
  /** Accepting a page opens it. Fails, and the question stays, when the answer does not fit. */
  'questions.answer': request(z.object({ id: z.string(), answer: QuestionAnswer }))<void>(),

  ...teamRequests,

  ...logRequests,

  'settings.get': request(nothing)<SettingsView>(),
  'settings.update': request(SettingsPatch)<void>(),
  /** Null forgets the key. The key goes one way: nothing ever answers with it. */
  'settings.setKey': request(z.string().trim().min(1).max(1000).nullable())<void>(),
  /** Once the keychain may be open: what waits for it is kept, read and connected. */
  'settings.retryKeychain': request(z.void())<void>(),
  'settings.models': request(nothing)<readonly ModelChoice[]>(),
  /** settings.json, or another file of the configuration. */
  'settings.openFile': request(z.string().max(4096).optional())<void>(),
  /** Asks by the system's dialog and saves nothing; null when the person chose none. */
  'settings.choosePath': request(z.object({ of: PathSetting, title: z.string().max(200) }))<
    string | null
  >(),
} as const;

type Requests = typeof requests;
export type RequestName = keyof Requests;
export type RequestInput<N extends RequestName> = z.infer<Requests[N]['input']>;
export type RequestOutput<N extends RequestName> =
  Requests[N] extends Request<z.ZodType, infer O> ? O : never;

/** Every event that main pushes. Lists are whole snapshots; chat and log are appended batches. */
export type Events = {
  readonly 'servers.changed': readonly ServerSummary[];
  readonly 'servers.usage': readonly ServerUsage[];
  /** A tool that is being tried: it waits for an answer, or makes progress. */
  readonly 'servers.trying': { readonly id: string; readonly call: ToolCall };
  /** A resource that was subscribed to has changed. */
  readonly 'resource.updated': { readonly server: string; readonly uri: string };
  /** What a server offers is no longer what it listed. */
  readonly 'servers.offersChanged': {
    readonly server: string;
    readonly of: 'resources' | 'prompts';
  };
  /** Links that wait for an answer, oldest first. */
  readonly 'adding.offers': readonly InstallOffer[];
  readonly 'config.changed': ConfigView;
  readonly 'connectors.changed': ConnectorsView;
  readonly 'channels.changed': ChannelsView;
  readonly 'place.asked': AskedPlace;
  readonly 'auth.changed': SignInView;
  /** Oldest first. */
  readonly 'questions.changed': readonly Question[];
  readonly 'chat.listed': readonly ConversationSummary[];
  readonly 'chat.changed': {
    readonly conversationId: string;
    readonly changes: readonly ChatChange[];
  };
  readonly 'log.changed': LogNews;
  readonly 'team.changed': TeamView;
  readonly 'settings.changed': SettingsView;
};
export type EventName = keyof Events;

/** What the preload script exposes as `window.patchbay`. */
export type Bridge = {
  readonly platform: string;
  request<N extends RequestName>(
    name: N,
    input: RequestInput<N>,
  ): Promise<Result<RequestOutput<N>>>;
  /** Keeps a file that was dropped or pasted, to go with a message; fails with chat/file-…. */
  attach(file: File): Promise<Result<FileAttachment>>;
  /** Calls back on every event of that name until the answer is called. */
  on<N extends EventName>(name: N, listener: (payload: Events[N]) => void): () => void;
};
