import { Component } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';

type Props = { readonly children: ReactNode };
type State = { readonly thrown?: unknown };

/** Keeps a part that fails to draw from taking the window with it. React wants a class here. */
export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = {};

  static getDerivedStateFromError(thrown: unknown): State {
    return { thrown };
  }

  override render(): ReactNode {
    const { thrown } = this.state;
    if (thrown === undefined) return this.props.children;
    return <Broken thrown={thrown} onRetry={() => this.setState({ thrown: undefined })} />;
  }
}

function Broken({ thrown, onRetry }: { thrown: unknown; onRetry: () => void }) {
  const { t } = useTranslation('common');
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return (
    <div className="inline-error broken" role="alert">
      <Icon name="st-failed" className="st st-failed" />
      <p className="grow">{t('broken', { message })}</p>
      <button type="button" className="btn sm" onClick={onRetry}>
        {t('action.retry')}
      </button>
    </div>
  );
}
