import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { isComposing } from '../ui/inputMethod.ts';

type Props = {
  readonly total: number;
  readonly needsLook: number;
  readonly onlyLook: boolean;
  readonly onOnlyLook: (only: boolean) => void;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly onAdd: () => void;
};

export function ServersHead(props: Props) {
  const { t } = useTranslation('servers');
  return (
    <header className="view-head">
      <h1>{t('title')}</h1>
      <span className="grow" />
      {props.total > 0 && <Narrowing {...props} />}
      <button type="button" className="btn" onClick={props.onAdd}>
        <Icon name="plus" />
        {t('add')}
      </button>
    </header>
  );
}

/** What makes sense only once there are servers to choose from. */
function Narrowing(props: Props) {
  const { t } = useTranslation('servers');
  const format = useFormat();
  const { onlyLook, onOnlyLook, filter, onFilter } = props;
  return (
    <>
      <div className="seg" role="group" aria-label={t('segment.label')}>
        <button type="button" aria-pressed={!onlyLook} onClick={() => onOnlyLook(false)}>
          {t('segment.all', { n: format.count(props.total) })}
        </button>
        <button type="button" aria-pressed={onlyLook} onClick={() => onOnlyLook(true)}>
          {t('segment.look', { n: format.count(props.needsLook) })}
        </button>
      </div>
      <label className="field">
        <Icon name="search" className="s14" />
        <span className="sr">{t('filter.label')}</span>
        <input
          type="search"
          placeholder={t('filter.placeholder')}
          value={filter}
          onChange={(event) => onFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || filter === '' || isComposing(event.nativeEvent)) return;
            event.preventDefault();
            onFilter('');
          }}
        />
      </label>
    </>
  );
}
