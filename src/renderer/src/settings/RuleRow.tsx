import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleView } from '../../../shared/permission.ts';
import { useFormat } from '../ui/useFormat.ts';
import { RuleForm } from './RuleForm.tsx';
import type { RuleEdit } from './useRules.ts';

type Props = {
  readonly rule: RuleView;
  readonly onEdit: (edit: RuleEdit) => Promise<boolean>;
  readonly onForget: (server: string, tool: string) => void;
};

/** One rule with where it stands; what stands in the user's own places can be changed. */
export function RuleRow({ rule, onEdit, onForget }: Props) {
  const { t } = useTranslation('settings');
  const [editing, setEditing] = useState(false);
  const { verdict, text, layer, server, tool } = rule;
  const previous = { verdict, text };
  if (editing) {
    return (
      <RuleForm
        rule={previous}
        onCancel={() => setEditing(false)}
        onSave={async (next) => {
          const saved = await onEdit({ previous, next });
          if (saved) setEditing(false);
          return saved;
        }}
      />
    );
  }
  return (
    <div className="setting rule">
      <div className="setting-words">
        <div className="setting-label">
          <span className={verdict === 'deny' ? 'tag red' : 'tag'}>
            {t(`permissions.verdict.${verdict}`)}
          </span>
          <span className="mono">{text}</span>
        </div>
        <Note rule={rule} />
      </div>
      <div className="setting-control">
        {layer === 'user' && (
          <>
            <button
              type="button"
              className="btn ghost sm"
              aria-label={t('permissions.edit', { rule: text })}
              onClick={() => setEditing(true)}
            >
              {t('permissions.editShort')}
            </button>
            <button
              type="button"
              className="btn sm"
              aria-label={t('permissions.remove', { rule: text })}
              onClick={() => void onEdit({ previous })}
            >
              {t('remove')}
            </button>
          </>
        )}
        {server !== undefined && tool !== undefined && (
          <button
            type="button"
            className="btn sm"
            aria-label={t('permissions.forget', { server, tool })}
            onClick={() => onForget(server, tool)}
          >
            {t('forget')}
          </button>
        )}
      </div>
    </div>
  );
}

function Note({ rule }: { rule: RuleView }) {
  const { t, i18n } = useTranslation('settings');
  const format = useFormat();
  const { since } = rule;
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  return (
    <p>
      {since === undefined ? (
        t(`permissions.layer.${rule.layer}`)
      ) : (
        <span title={format.moment(since)}>
          {t('permissions.since', { day: day.format(since) })}
        </span>
      )}
      {rule.sleeps === true && <b className="st-backoff"> {t('permissions.sleeps')}</b>}
      {rule.ignored === true && <b className="st-backoff"> {t('permissions.ignored')}</b>}
    </p>
  );
}
