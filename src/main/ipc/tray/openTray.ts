import { usualNotices } from '../../../shared/notices.ts';
import type { AskedPlace } from '../../../shared/notices.ts';
import { tryConversation } from '../../../shared/permission.ts';
import type { Configuration } from '../../config/configuration.ts';
import type { Settings } from '../../config/parseSettings.ts';
import type { OpenPrompt } from '../../permissions/prompts.ts';
import type { Questions } from '../../servers/questions/questions.ts';
import type { Supervisor } from '../../servers/supervisor.ts';
import { Conversations } from '../../store/conversations.ts';
import type { Database } from '../../store/database.ts';
import type { Push } from '../push.ts';
import { trayState } from './trayState.ts';
import type { Wait } from './trayState.ts';
import { trayView } from './trayView.ts';
import type { TrayAsk, TrayView } from './trayView.ts';
import { trayWords } from './trayWords.ts';

/** The system's tray; undefined takes the icon away. Called only when there is something else to show. */
export type TrayPort = (view: TrayView | undefined, onAsk: (ask: TrayAsk) => void) => void;

type Surroundings = {
  readonly tray: TrayPort;
  readonly bringToFront: () => void;
  readonly quit: () => void;
  /** Of the system. */
  readonly language: string;
  readonly database: Database;
  readonly push: Push;
  readonly questions: Pick<Questions, 'list' | 'onChange'>;
  readonly configuration: Pick<Configuration, 'user' | 'view'>;
};

/** What happens within such a time is shown together. */
const gatherMs = 200;

/** The tray, as the settings want it; `supervisor` answers what is made after this. */
export function openTray(
  from: Surroundings,
  supervisor: () => Pick<Supervisor, 'list' | 'onChange'>,
) {
  const { configuration, language, questions, push } = from;
  const settings = (): Settings => configuration.user.settings;
  const words = () => trayWords(settings().language ?? language);
  const conversations = new Conversations(from.database);
  const prompts = new Set<OpenPrompt>();
  let shown = '';
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** A conversation that a person sees: what an agent is asked stands in the chat that it works for. */
  const inChat = (id: string): Wait => {
    const found = conversations.get(id);
    const lead = found && found.role.kind !== 'lead' ? conversations.get(found.role.parent) : found;
    const place: AskedPlace = { view: 'chat', ...(lead && { conversationId: lead.id }) };
    return { place, title: lead?.title ?? '' };
  };
  const waits = (): readonly Wait[] => [
    ...[...prompts].map(({ conversationId, server }): Wait => {
      // A tool that is tried is asked about in its form.
      if (conversationId !== tryConversation) return inChat(conversationId);
      return { place: { view: 'servers', server, tab: 'tools' }, title: server };
    }),
    ...questions.list().map(({ conversationId, server }): Wait => {
      if (conversationId !== undefined) return inChat(conversationId);
      return { place: { view: 'chat' }, title: server };
    }),
    ...configuration
      .view()
      .waiting.map((): Wait => ({ place: { view: 'servers' }, title: words().approvals })),
  ];
  const onAsk = (ask: TrayAsk): void => {
    if (ask.kind === 'quit') return from.quit();
    from.bringToFront();
    if (ask.kind === 'place') push.news('place.asked', ask.place);
  };
  const show = (): void => {
    timer = undefined;
    if (isClosed) return;
    const isOn = settings().tray ?? usualNotices.tray;
    const view = isOn
      ? trayView(trayState({ servers: supervisor().list(), waits: waits() }), words())
      : undefined;
    const text = view === undefined ? '' : JSON.stringify(view);
    if (text === shown) return;
    shown = text;
    from.tray(view, onAsk);
  };
  /** Something that it may show has changed. */
  const changed = (): void => {
    timer ??= setTimeout(show, gatherMs);
  };
  return {
    changed,
    /** Called with every prompt that is open now; the answer is called once it is not. */
    showPrompt: (prompt: OpenPrompt): (() => void) => {
      prompts.add(prompt);
      changed();
      return () => {
        prompts.delete(prompt);
        changed();
      };
    },
    /** Once all rooms are there. */
    open(): void {
      supervisor().onChange(changed);
      questions.onChange(changed);
      changed();
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
