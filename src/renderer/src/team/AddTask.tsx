import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TeamBoard } from '../../../shared/team.ts';
import { ask, useBridge } from '../api.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { Select } from '../ui/Select.tsx';
import { useAction } from '../ui/useAction.ts';
import { isComposing } from '../ui/inputMethod.ts';

const nothing = '';

/** A person's own task for the board. */
export function AddTask({ board, onDone }: { board: TeamBoard; onDone: () => void }) {
  const { t } = useTranslation('team');
  const bridge = useBridge();
  const [subject, setSubject] = useState('');
  const [after, setAfter] = useState(nothing);
  const { busy, error, run, clear } = useAction();
  const open = board.tasks.filter(({ state }) => state !== 'completed');
  const add = async (): Promise<void> => {
    const { workspace } = board;
    const blockedBy = after === nothing ? [] : [after];
    if (await run(() => ask(bridge, 'team.addTask', { workspace, subject, blockedBy }))) onDone();
  };
  return (
    <form
      className="team-add"
      aria-label={t('add.button')}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent) || event.defaultPrevented) return;
        if (event.key === 'Escape') onDone();
      }}
    >
      <label className="field grow">
        <span className="sr">{t('add.subject')}</span>
        <input
          // The form opens because the person wants to write.
          ref={(input) => input?.focus()}
          placeholder={t('add.placeholder')}
          maxLength={200}
          value={subject}
          onChange={(event) => setSubject(event.target.value)}
        />
      </label>
      {open.length > 0 && (
        <Select
          label={t('add.after')}
          className="btn team-after"
          value={after}
          options={[
            { value: nothing, label: t('add.now') },
            ...open.map((task) => ({
              value: task.id,
              label: t('add.after-task', { subject: task.subject }),
            })),
          ]}
          onChange={setAfter}
        />
      )}
      <button type="submit" className="btn primary" disabled={busy || subject.trim() === ''}>
        {t('add.submit')}
      </button>
      <button type="button" className="btn ghost" onClick={onDone}>
        {t('cancel')}
      </button>
      <InlineError error={error} onDismiss={clear} />
    </form>
  );
}
