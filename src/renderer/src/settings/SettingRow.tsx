import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { usePlace } from '../store/stores.ts';
import type { SettingsSection } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import type { Saving } from './useSaving.ts';

type Props = {
  readonly label: string;
  /** The id of the control, when it is one that a label can name. */
  readonly htmlFor?: string;
  /** One line under the label: what it is, or where its value comes from. */
  readonly note?: ReactNode;
  /** The id of the note, for `aria-describedby`. */
  readonly noteId?: string;
  readonly saving?: Saving;
  /** For what is long, such as a path: the control gets a line of its own. */
  readonly wide?: boolean;
  readonly children: ReactNode;
};

/** One setting: what it is at the left, its control at the right. How saving went stands where there is always room. */
export function SettingRow({
  label,
  htmlFor,
  note,
  noteId,
  saving,
  wide = false,
  children,
}: Props) {
  const { t } = useTranslation('settings');
  return (
    <div className={wide ? 'setting wide' : 'setting'}>
      <div className="setting-words">
        <div className="setting-label">
          {htmlFor === undefined ? <b>{label}</b> : <label htmlFor={htmlFor}>{label}</label>}
          <span className="setting-status" role="status">
            {saving?.saved && (
              <>
                <Icon name="check" className="s14" />
                {t('saved')}
              </>
            )}
          </span>
        </div>
        {note !== undefined && <p id={noteId}>{note}</p>}
      </div>
      <div className="setting-control">{children}</div>
      {saving?.error && (
        <div className="setting-error">
          <InlineError error={withoutWayHere(saving.error)} />
        </div>
      )}
    </div>
  );
}

/** The settings are where the reader is. */
const withoutWayHere = ({ action, ...error }: AppError): AppError =>
  action === undefined || action === 'open-settings' ? error : { ...error, action };

export function SettingSection({
  title,
  name,
  children,
}: {
  readonly title: string;
  /** Of one that links lead to. */
  readonly name?: SettingsSection;
  readonly children: ReactNode;
}) {
  const place = usePlace();
  const isAsked = name !== undefined && place.view === 'settings' && place.section === name;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isAsked) section.current?.scrollIntoView({ block: 'start' });
  }, [isAsked, place]);
  return (
    <section ref={section} className="setting-section" aria-label={title}>
      <h2>{title}</h2>
      <div className="setting-card">{children}</div>
    </section>
  );
}
