import { z } from 'zod';

/** What a key can be bound to; those of one place begin alike. */
export const CommandId = z.enum([
  'palette',
  'keys',
  'view.chat',
  'view.servers',
  'view.logs',
  'view.team',
  'view.settings',
  'chat.new',
  'chat.find',
  'chat.stop',
  'chat.attach',
  'chat.undo',
  'chat.rename',
  'chat.pin',
  'chat.archive',
  'chat.copy',
  'chat.export',
  'chat.delete',
  'servers.add',
  'answer.once',
  'answer.always',
  'answer.deny',
  'logs.next',
  'logs.previous',
  'logs.pause',
  'window.theme',
  'window.quit',
  'zoom.in',
  'zoom.out',
  'zoom.reset',
]);
export type CommandId = z.infer<typeof CommandId>;

/** Such as `n`, `mod+shift+k` or `alt+y`; `mod` is Ctrl, and Cmd on a Mac. */
const KeyBinding = z
  .string()
  .regex(/^(?:mod\+)?(?:alt\+)?(?:shift\+)?\S{1,12}$/, 'must be a key, as in mod+shift+k')
  .refine((keys) => !/^(?:mod|alt|shift)$/.test(keys), 'must be a key, as in mod+shift+k');

/** What a person has bound anew; a command that is not here keeps its usual keys. */
export const KeyBindings = z.partialRecord(CommandId, KeyBinding);
export type KeyBindings = z.infer<typeof KeyBindings>;
