import { createContext, useContext, useSyncExternalStore } from 'react';
import { createStore, useStore } from 'zustand';
import type { StoreApi } from 'zustand';
import type { ConversationSummary } from '../../../shared/chat.ts';
import type { ConfigView } from '../../../shared/config.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Bridge } from '../../../shared/ipc.ts';
import type { Question } from '../../../shared/question.ts';
import type { ServerSummary } from '../../../shared/server.ts';
import type { SettingsView } from '../../../shared/settings.ts';
import { createChats } from './chats.ts';
import { createCommands } from './commands.ts';
import type { Commands } from './commands.ts';
import type { Chats } from './chats.ts';
import type { ConversationHead, ConversationStore } from './conversation.ts';
import { createQuestions } from './questions.ts';
import type { Questions } from './questions.ts';
import { createRemembered } from './remembered.ts';
import type { Remembered } from './remembered.ts';
import type { Viewed } from './viewed.ts';
import { createTries } from './tries.ts';
import type { Tries } from './tries.ts';
import { createWatches } from './watches.ts';
import type { Watches } from './watches.ts';

/** The parts of the settings that links lead to. */
export const settingsSections = [
  'model',
  'context',
  'connections',
  'identity',
  'permissions',
  'hooks',
  'team',
  'channels',
  'secrets',
  'log',
  'appearance',
  'background',
  'servers',
  'conversations',
  'files',
] as const;
export type SettingsSection = (typeof settingsSections)[number];

/**
 * Where the user is, with what a link from elsewhere asks that view to show. A chat without
 * `conversationId` is the one that was open last; null begins a new one. `search` is looked for in all.
 */
export type Place =
  | { readonly view: 'chat'; readonly conversationId?: string | null; readonly search?: string }
  | {
      readonly view: 'servers';
      readonly server?: string;
      readonly tab?: 'sign-in' | 'tools';
      readonly form?: 'add' | 'import' | 'edit';
    }
  | { readonly view: 'logs'; readonly server?: string; readonly seq?: number }
  /** `teammate` is the conversation of the one to show. */
  | { readonly view: 'team'; readonly teammate?: string }
  | { readonly view: 'settings'; readonly section?: SettingsSection };

export type Stores = {
  readonly place: StoreApi<Place>;
  /** Undefined until main has answered for the first time. */
  readonly servers: StoreApi<readonly ServerSummary[] | undefined>;
  /** Why main could not start, so that nothing will be there. */
  readonly startFailure: StoreApi<AppError | undefined>;
  readonly settings: StoreApi<SettingsView | undefined>;
  readonly config: StoreApi<ConfigView | undefined>;
  /** Newest first. */
  readonly conversations: StoreApi<readonly ConversationSummary[] | undefined>;
  readonly chats: Chats;
  readonly questions: Questions;
  readonly watches: Watches;
  readonly commands: Commands;
  readonly tries: Tries;
  readonly remembered: Remembered;
  readonly viewer: StoreApi<Viewed | undefined>;
};

/** The state that several views share, kept up to date by main's snapshots. */
export function createStores(bridge: Bridge): Stores {
  const place = createStore<Place>(() => ({ view: 'chat' }));
  const servers = createStore<readonly ServerSummary[] | undefined>(() => undefined);
  const settings = createStore<SettingsView | undefined>(() => undefined);
  const config = createStore<ConfigView | undefined>(() => undefined);
  const conversations = createStore<readonly ConversationSummary[] | undefined>(() => undefined);
  const startFailure = createStore<AppError | undefined>(() => undefined);
  bridge.on('servers.changed', (list) => servers.setState(list, true));
  bridge.on('settings.changed', (view) => settings.setState(view, true));
  bridge.on('config.changed', (view) => config.setState(view, true));
  bridge.on('chat.listed', (list) => conversations.setState(newestFirst(list), true));
  void bridge.request('servers.list', undefined).then((result) => {
    if (result.ok) servers.setState(result.value, true);
  });
  void bridge.request('config.view', undefined).then((result) => {
    if (result.ok) config.setState(result.value, true);
  });
  void bridge.request('settings.get', undefined).then((result) => {
    if (result.ok) settings.setState(result.value, true);
    else startFailure.setState(result.error, true);
  });
  void bridge.request('chat.list', undefined).then((result) => {
    if (result.ok) conversations.setState(newestFirst(result.value), true);
  });
  const chats = createChats(bridge);
  const questions = createQuestions(bridge);
  const watches = createWatches(bridge);
  const commands = createCommands();
  const tries = createTries(bridge);
  const viewer = createStore<Viewed | undefined>(() => undefined);
  const shared = { place, servers, startFailure, settings, config, conversations };
  return {
    ...shared,
    chats,
    questions,
    watches,
    tries,
    commands,
    remembered: createRemembered(),
    viewer,
  };
}

const newestFirst = (list: readonly ConversationSummary[]): readonly ConversationSummary[] =>
  [...list].sort((a, b) => b.updatedAt - a.updatedAt);

export const StoresContext = createContext<Stores | undefined>(undefined);

function useStores(): Stores {
  const stores = useContext(StoresContext);
  if (!stores) throw new Error('StoresContext is missing');
  return stores;
}

export const usePlace = (): Place => useStore(useStores().place);
export const useServers = (): readonly ServerSummary[] | undefined => useStore(useStores().servers);
export const useSettings = (): SettingsView | undefined => useStore(useStores().settings);
export const useConfig = (): ConfigView | undefined => useStore(useStores().config);
export const useStartFailure = (): AppError | undefined => useStore(useStores().startFailure);
export const useConversations = (): readonly ConversationSummary[] | undefined =>
  useStore(useStores().conversations);
/** What servers ask now, oldest first. */
export const useQuestions = (): readonly Question[] => useStore(useStores().questions.list);
/** What is remembered about questions beside their list. */
export const useQuestionMemory = (): Omit<Questions, 'list'> => useStores().questions;
export const useViewer = (): StoreApi<Viewed | undefined> => useStores().viewer;
export const useRemembered = (): Remembered => useStores().remembered;
export const useTries = (): Tries => useStores().tries;
export const useCommands = (): Commands => useStores().commands;
export const useWatches = (): Watches => useStores().watches;
export const useChats = (): Chats => useStores().chats;

/** The conversation on screen or last on screen; undefined is a new one. */
export const useCurrentChat = (): string | undefined => useStore(useStores().chats.current);

/** The head of an open conversation; undefined for a new one. */
export function useConversationHead(
  store: ConversationStore | undefined,
): ConversationHead | undefined {
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, () => store?.head());
}
const subscribeToNothing = () => () => undefined;

/** Goes to a place; every link between views is such a call. */
export function useGo(): (place: Place) => void {
  const { place, chats } = useStores();
  return (next) => {
    if (next.view === 'chat' && next.conversationId !== undefined) {
      chats.current.setState(next.conversationId ?? undefined, true);
    }
    place.setState(next, true);
  };
}
