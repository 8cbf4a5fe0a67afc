import { CommandId } from '../../../shared/keys.ts';
import type { KeyBindings } from '../../../shared/keys.ts';

/** Those that are told first; where there are more of a command, they are bound too. Some have none. */
const usualKeys: Readonly<Record<CommandId, readonly string[]>> = {
  palette: ['mod+k'],
  keys: ['?'],
  'view.chat': ['1', 'mod+1'],
  'view.servers': ['2', 'mod+2'],
  'view.logs': ['3', 'mod+3'],
  'view.team': ['4', 'mod+4'],
  'view.settings': ['5', 'mod+5', 'mod+,'],
  'chat.new': ['n', 'mod+n'],
  'chat.find': ['mod+f'],
  'chat.stop': ['escape'],
  'chat.attach': ['mod+u'],
  'chat.undo': ['alt+z'],
  'chat.rename': ['f2'],
  'chat.pin': [],
  'chat.archive': [],
  'chat.copy': [],
  'chat.export': [],
  'chat.delete': ['delete'],
  'servers.add': [],
  'answer.once': ['alt+y'],
  'answer.always': ['alt+a'],
  'answer.deny': ['alt+n'],
  'logs.next': ['j'],
  'logs.previous': ['k'],
  'logs.pause': ['space'],
  'window.theme': ['mod+shift+l'],
  'window.quit': ['mod+q'],
  'zoom.in': ['mod+=', 'mod++'],
  'zoom.out': ['mod+-'],
  'zoom.reset': ['mod+0'],
};

/** The keys in force for a command, the first to be shown. */
export function keysOf(command: CommandId, own: KeyBindings): readonly string[] {
  const bound = own[command];
  return bound === undefined ? usualKeys[command] : [bound];
}

/** The command that has these keys already. */
export function commandOf(keys: string, own: KeyBindings): CommandId | undefined {
  return CommandId.options.find((command) => keysOf(command, own).includes(keys));
}

/** What is done everywhere by the keys that are usual for it, and can't be bound anew. */
export const fixedKeys = {
  send: ['enter'],
  line: ['shift+enter'],
  prompts: ['/'],
  resources: ['@'],
  step: ['arrowup', 'arrowdown'],
  ends: ['home', 'end'],
  open: ['enter'],
  mark: ['space'],
  range: ['shift+arrowup', 'shift+arrowdown'],
  all: ['mod+a'],
  leave: ['escape'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
