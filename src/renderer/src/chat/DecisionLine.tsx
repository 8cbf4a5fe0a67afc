import { useTranslation } from 'react-i18next';
import { assertNever } from '../../../shared/errors.ts';
import type { Decision } from '../../../shared/permission.ts';

/** Who let a call run, or did not, in one sentence. */
export function DecisionLine({ decision }: { decision: Decision }) {
  const { t } = useTranslation('chat');
  const { t: tChannels } = useTranslation('channels');
  const { t: tHooks } = useTranslation('hooks');
  const { by, verdict } = decision;
  const words = (): string => {
    switch (by.kind) {
      case 'person':
        return t(`decision.person.${by.answer}`);
      case 'channel':
        return tChannels(`answered.${verdict}`, { server: by.server });
      case 'rule':
        return t(`decision.rule.${verdict}`, {
          rule: by.rule.text,
          layer: t(`layer.${by.rule.layer}`),
        });
      case 'mode':
        return t(`decision.mode.${by.mode}`);
      case 'annotation':
        return t('decision.annotation');
      case 'builtin':
        return t('decision.builtin');
      case 'hook':
        return tHooks('decision', { hook: by.hook, reason: by.reason });
      case 'plan':
        return t('decision.plan');
      default:
        return assertNever(by);
    }
  };
  return <p className="well quiet decision">{words()}</p>;
}
