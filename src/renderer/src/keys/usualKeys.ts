import { CommandId } from '../../../shared/keys.ts';
import type { KeyBindings } from '../../../shared/keys.ts';

/** Those that are told first; where there are more of a command, they are bound too. */
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
export function keysOf(command: CommandId, own: KeyBindings): readonly [string, ...string[]] {
  const [first = '', ...others] = usualKeys[command];
  const bound = own[command];
  return bound === undefined ? [first, ...others] : [bound];
}

/** The command that has these keys already. */
export function commandOf(keys: string, own: KeyBindings): CommandId | undefined {
  return CommandId.options.find((command) => keysOf(command, own).includes(keys));
}
