import { AppFailure } from '../../shared/errors.ts';
import type {
  AskReason,
  DecidedBy,
  Decision,
  DecisionRecord,
  PermissionAnswer,
  PermissionMode,
  PermissionPrompt,
  RelayedAnswer,
  RuleView,
} from '../../shared/permission.ts';
import type { HookSays } from '../../shared/hook.ts';
import type { Redactor } from '../servers/log/redact.ts';
import type { ServerTool } from '../servers/tools/serverTool.ts';
import type { Audit } from '../store/audit.ts';
import type { PermissionRules } from '../store/permissionRules.ts';
import type { Pins } from '../store/pins.ts';
import { cutText } from '../tools/codePoints.ts';
import type { PooledTool } from '../tools/toolPool.ts';
import { digestOf } from './canonicalJson.ts';
import { InstructionPins } from './instructionPins.ts';
import { ruleTool } from './matchRule.ts';
import type { Subject } from './matchRule.ts';
import { decide, mayRead } from './policy.ts';
import type { PolicyVerdict } from './policy.ts';
import { Prompts } from './prompts.ts';
import type { OpenPrompt, PromptPlace } from './prompts.ts';
import { alwaysRule, compileRules } from './ruleSet.ts';
import type { Rule, RuleSet } from './ruleSet.ts';
import { ruleViews } from './ruleViews.ts';
import { definitionOf } from './toolDefinition.ts';
import type { ToolDefinitionPin } from './toolDefinition.ts';

export type PermissionsOptions = {
  /** "Always for this tool". */
  readonly always: PermissionRules;
  readonly pins: Pins;
  readonly audit: Audit;
  /** The rules of all layers that are files; asked anew for each decision. */
  readonly ruleSets: () => readonly RuleSet[];
  /** The mode that is kept; `bypass` is added here and lasts as long as this object. */
  readonly keptMode: () => Exclude<PermissionMode, 'bypass'>;
  /** A mode that a managed file sets, and that no one changes here. */
  readonly managedMode?: () => PermissionMode | undefined;
  /** The person trusts the server, or it came with the app. */
  readonly isTrusted: (server: string) => boolean;
  /** The bundle that a server came in, with its version; undefined for any other. */
  readonly bundleOf?: (server: string) => string | undefined;
  readonly redact: Redactor;
  /** Called with every prompt that is open now; the answer is called once it is not. */
  readonly onPrompt?: (prompt: OpenPrompt) => () => void;
  /** Called for every decision, once it is kept. */
  readonly onDecision: (record: DecisionRecord) => void;
  /** Called once for each text of a server's that the model is not given. */
  readonly onInstructionsLeftOut?: (server: string) => void;
  readonly now?: () => number;
};

/** A call that wants to run. */
export type CallRequest = {
  readonly conversationId: string;
  readonly itemId: string;
  readonly tool: PooledTool;
  readonly input: Readonly<Record<string, unknown>>;
  /** Of a built-in tool that rules with patterns can be about. */
  readonly subject?: Subject | undefined;
  /**
   * A person made the call: that is the answer, unless a rule asks, or the tool is not what was
   * allowed.
   */
  readonly isOwn?: boolean;
  /** What a hook of the settings says of it. */
  readonly hook?: HookSays | undefined;
  /** Whether it may not run now whatever else is said: the plan of who calls is not approved. */
  readonly isHeld?: () => boolean;
};

const previewLength = 200;
/** Why a call is asked about even if it is the person's own. */
const asksThePersonToo: ReadonlySet<AskReason> = new Set(['rule', 'unclear', 'changed']);

/** The one owner of every tool call's permission: rules, pins, modes, prompts and the record of it all. */
export class Permissions {
  readonly instructions: InstructionPins;
  readonly #options: PermissionsOptions;
  readonly #prompts: Prompts;
  readonly #now: () => number;
  readonly #compiled = new WeakMap<RuleSet, readonly Rule[]>();
  readonly #definitions = new WeakMap<ServerTool, ToolDefinitionPin>();
  #isBypassing = false;

  constructor(options: PermissionsOptions) {
    this.#options = options;
    this.#prompts = new Prompts(options.onPrompt);
    this.#now = options.now ?? Date.now;
    const { pins, onInstructionsLeftOut = () => {} } = options;
    this.instructions = new InstructionPins(pins, () => this.#now(), onInstructionsLeftOut);
  }

  get mode(): PermissionMode {
    const managed = this.#options.managedMode?.();
    if (managed !== undefined) return managed;
    return this.#isBypassing ? 'bypass' : this.#options.keptMode();
  }

  /** Throws an AppFailure when the mode is not for the person to choose. */
  checkModeIsFree(): void {
    if (this.#options.managedMode?.() === undefined) return;
    const message = 'The mode is set by the managed file of this computer.';
    throw new AppFailure({ code: 'permissions/mode-managed', message });
  }

  /** Whether to ask nothing until the app is closed; any other mode is kept elsewhere. */
  setBypass(isOn: boolean): void {
    this.#isBypassing = isOn;
  }

  /** Whether the model is told of a tool at all: not when every call of it would be denied. */
  isOffered(tool: PooledTool): boolean {
    return this.#verdictOn(tool, undefined, this.#written()).kind !== 'deny';
  }

  /** Whether read_file would read a path without asking: what another tool reads by the way. */
  mayRead(path: string): boolean {
    return mayRead(path, this.#written(), this.mode);
  }

  /**
   * Decides about a call and keeps the decision. `onAsk` gets what to show while the person is
   * asked; rejects with the signal's reason when it is aborted meanwhile.
   */
  async permit(
    call: CallRequest,
    onAsk: (prompt: PermissionPrompt) => void | Promise<void>,
    signal: AbortSignal,
  ): Promise<Decision> {
    if (call.isHeld?.() === true) return this.#keep(call, 'deny', { kind: 'plan' });
    const { hook } = call;
    if (hook?.verdict === 'deny') return this.#keep(call, 'deny', { kind: 'hook', ...hook });
    const verdict = this.#verdictOn(call.tool, call.subject, this.#rulesFor(call.tool), hook);
    if (verdict.kind === 'ask') {
      if (call.isOwn === true && !asksThePersonToo.has(verdict.prompt.reason)) {
        return this.#keep(call, 'allow', { kind: 'person', answer: 'allow-once' });
      }
      return this.#ask(call, verdict.prompt, onAsk, signal);
    }
    const { by, kind } = verdict;
    if (by.kind === 'rule' && kind === 'allow' && call.tool.kind === 'server') {
      this.#pin(call.tool.tool, false);
    }
    return this.#keep(call, kind, by);
  }

  /** Answers an open prompt; false when there is none (any more). */
  answer(conversationId: string, itemId: string, answer: PermissionAnswer): boolean {
    return this.#prompts.answer(conversationId, itemId, { answer });
  }

  /** The same for an answer from elsewhere, which is for this one call only. */
  answerFrom(via: RelayedAnswer, of: PromptPlace, answer: 'allow-once' | 'deny'): boolean {
    return this.#prompts.answer(of.conversationId, of.itemId, { answer, via });
  }

  /** Takes back "Always for this tool". */
  forget(server: string, tool: string): void {
    this.#options.always.forget(server, tool);
    this.#options.pins.forget(server, tool);
  }

  /** All rules; `tools` are those of connected servers, to tell which rules sleep. */
  list(tools: readonly ServerTool[]): readonly RuleView[] {
    const sleeps = (server: string, tool: string): boolean => {
      const found = tools.find((one) => one.server === server && one.name === tool);
      return found !== undefined && this.#change(found) !== undefined;
    };
    return ruleViews(this.#options.ruleSets(), this.#options.always.list(), sleeps);
  }

  decisions(before: number | undefined, limit: number): readonly DecisionRecord[] {
    return this.#options.audit.list(before, limit);
  }

  async #ask(
    call: CallRequest,
    prompt: PermissionPrompt,
    onAsk: (prompt: PermissionPrompt) => void | Promise<void>,
    signal: AbortSignal,
  ): Promise<Decision> {
    const { conversationId, itemId, tool } = call;
    const server = tool.kind === 'server' ? tool.tool.server : '';
    const change = tool.kind === 'server' ? this.#change(tool.tool) : undefined;
    const shown = prompt.reason === 'changed' && change ? { ...prompt, change } : prompt;
    const definition = tool.kind === 'server' ? this.#definition(tool.tool).hash : '';
    await onAsk(shown);
    const { name, title } = tool.tool;
    const shownAs = { pooledName: tool.name, title, preview: this.#preview(call.input) };
    const ref = { conversationId, itemId, server, tool: name, definition };
    const about = { ...ref, ...shownAs, prompt: shown };
    const { answer, via } = await this.#prompts.ask(about, signal);
    if (call.isHeld?.() === true) return this.#keep(call, 'deny', { kind: 'plan' });
    if (answer === 'allow-always' && tool.kind === 'server') {
      this.#options.always.add({ server, tool: tool.tool.name, since: this.#now() });
      this.#pin(tool.tool, true);
    }
    const by: DecidedBy = via ? { kind: 'channel', ...via } : { kind: 'person', answer };
    return this.#keep(call, answer === 'deny' ? 'deny' : 'allow', by);
  }

  /** Of arguments, without secrets. */
  #preview(input: CallRequest['input']): string {
    return cutText(this.#options.redact.json(input), previewLength);
  }

  #verdictOn(
    tool: PooledTool,
    subject: Subject | undefined,
    rules: readonly Rule[],
    hook?: HookSays,
  ): PolicyVerdict {
    const isServer = tool.kind === 'server';
    return decide({
      tool: ruleTool(tool, subject),
      annotations: tool.tool.annotations,
      permission: isServer ? 'ask' : tool.tool.permission,
      trusted: isServer && this.#options.isTrusted(tool.tool.server),
      rules,
      hook,
      mode: this.mode,
      changed: isServer && this.#change(tool.tool) !== undefined,
    });
  }

  #written(): readonly Rule[] {
    return this.#options.ruleSets().flatMap((set) => {
      const rules = this.#compiled.get(set) ?? compileRules([set]);
      this.#compiled.set(set, rules);
      return rules;
    });
  }

  #rulesFor(tool: PooledTool): readonly Rule[] {
    const written = this.#written();
    if (tool.kind === 'builtin') return written;
    const { server, name } = tool.tool;
    return this.#options.always.has(server, name)
      ? [...written, alwaysRule(server, name)]
      : written;
  }

  /** How a tool differs from what was allowed; undefined when it does not, or never was. */
  #change(tool: ServerTool) {
    const pin = this.#options.pins.get(tool.server, tool.name);
    if (!pin) return undefined;
    const { hash, text } = this.#definition(tool);
    return hash === pin.hash ? undefined : { since: pin.since, before: pin.text, after: text };
  }

  #definition(tool: ServerTool): ToolDefinitionPin {
    const known =
      this.#definitions.get(tool) ?? definitionOf(tool, this.#options.bundleOf?.(tool.server));
    this.#definitions.set(tool, known);
    return known;
  }

  /** Binds what is allowed to the tool as it is now; an older pin stays unless it is to be replaced. */
  #pin(tool: ServerTool, isAnew: boolean): void {
    const { server, name } = tool;
    if (!isAnew && this.#options.pins.get(server, name)) return;
    this.#options.pins.set(server, name, { ...this.#definition(tool), since: this.#now() });
  }

  #keep(call: CallRequest, verdict: Decision['verdict'], by: DecidedBy): Decision {
    const { conversationId, itemId, tool, input } = call;
    const record = this.#options.audit.add({
      at: this.#now(),
      conversationId,
      itemId,
      ...(tool.kind === 'server' && { server: tool.tool.server }),
      tool: tool.tool.name,
      digest: digestOf(input),
      preview: this.#preview(input),
      verdict,
      by,
    });
    this.#options.onDecision(record);
    return { verdict, by };
  }
}
