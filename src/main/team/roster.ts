import { lead } from '../../shared/team.ts';
import type { TeammateState } from '../../shared/team.ts';
import type { StoredTeammate, TeammateTable } from '../store/teammateTable.ts';
import { isAtWork, refusals, refuse } from './teammateRules.ts';

type Options = {
  readonly table: TeammateTable;
  readonly now: () => number;
  readonly onChange: () => void;
};

/** Who works in a conversation. */
export type Member = { readonly team: string; readonly name: string };

/** Who is in which team. Who was at work when the app ended is `interrupted` from then on. */
export class Roster {
  readonly #options: Options;
  readonly #members = new Map<string, StoredTeammate>();

  constructor(options: Options) {
    this.#options = options;
    for (const one of options.table.all()) {
      this.#members.set(one.id, one);
      if (isAtWork(one.state)) this.setState(one.id, 'interrupted');
    }
  }

  /** In the order they joined. */
  all(): readonly StoredTeammate[] {
    return [...this.#members.values()];
  }

  of(team: string): readonly StoredTeammate[] {
    return this.all().filter((one) => one.team === team);
  }

  /** By its conversation. */
  get(id: string): StoredTeammate | undefined {
    return this.#members.get(id);
  }

  /** Throws `team/unknown-member`. */
  byId(id: string): StoredTeammate {
    const found = this.#members.get(id);
    if (!found) throw refuse(refusals.unknown(id, []));
    return found;
  }

  find(team: string, name: string): StoredTeammate | undefined {
    return this.of(team).find((one) => one.name.toLowerCase() === name.toLowerCase());
  }

  /** Throws `team/unknown-member`. */
  byName(team: string, name: string): StoredTeammate {
    const found = this.find(team, name);
    if (found) return found;
    throw refuse(refusals.unknown(name, [lead, ...this.of(team).map((one) => one.name)]));
  }

  /** A teammate, or the lead of the conversation. */
  memberOf(conversationId: string): Member {
    const { team = conversationId, name = lead } = this.get(conversationId) ?? {};
    return { team, name };
  }

  put(member: StoredTeammate): void {
    this.#options.table.put(member);
    this.#members.set(member.id, member);
    this.#options.onChange();
  }

  setState(id: string, state: TeammateState): void {
    const member = this.get(id);
    if (member && member.state !== state) {
      this.put({ ...member, state, since: this.#options.now() });
    }
  }

  /** Of teams whose conversation is gone with all that belongs to it. */
  forget(team: string): void {
    for (const { id } of this.of(team)) this.#members.delete(id);
    this.#options.onChange();
  }
}
