import { useTranslation } from 'react-i18next';
import type { Finding } from '../../../shared/adding.ts';

type Props = {
  readonly facts: {
    readonly command?: string | undefined;
    readonly args: readonly string[];
    readonly cwd?: string | undefined;
    readonly env: Readonly<Record<string, string>>;
    readonly url?: string | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  };
  readonly findings: readonly Finding[];
};

/** Every field of a server that somebody else wrote down, whole, and what hides in them. */
export function ServerFacts({ facts, findings }: Props) {
  const { t } = useTranslation('adding');
  const { command, args, cwd, env, url, headers = {} } = facts;
  return (
    <>
      <Findings findings={findings} />
      <dl className="kv adding-facts">
        {command !== undefined && (
          <>
            <dt>{t('fact.command')}</dt>
            <dd className="mono">{command}</dd>
            <dt>{t('fact.args')}</dt>
            <dd>
              {args.length === 0 ? (
                <span className="quiet">{t('fact.none')}</span>
              ) : (
                <ol className="mono">
                  {args.map((arg, index) => (
                    <li key={index}>
                      <code>{arg === '' ? '""' : arg}</code>
                    </li>
                  ))}
                </ol>
              )}
            </dd>
          </>
        )}
        {url !== undefined && (
          <>
            <dt>{t('fact.url')}</dt>
            <dd className="mono">{url}</dd>
          </>
        )}
        {cwd !== undefined && (
          <>
            <dt>{t('fact.cwd')}</dt>
            <dd className="mono">{cwd}</dd>
          </>
        )}
        <Values label={t('fact.env')} values={env} />
        <Values label={t('fact.headers')} values={headers} />
      </dl>
    </>
  );
}

function Values({
  label,
  values,
}: {
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
}) {
  const list = Object.entries(values);
  if (list.length === 0) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <ul className="mono">
          {list.map(([name, value]) => (
            <li key={name}>
              <b>{name}</b> = <code>{value}</code>
            </li>
          ))}
        </ul>
      </dd>
    </>
  );
}

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const { t } = useTranslation('adding');
  const place = usePlaceWord();
  if (findings.length === 0) return null;
  return (
    <section className="adding-findings" aria-label={t('finding.title')}>
      <h3>{t('finding.title')}</h3>
      <ul>
        {together(findings).map(({ kind, at, texts }) => (
          <li key={`${kind} ${at}`}>
            {t(`finding.${kind}`, { place: place(at), text: texts[0] })}
            {kind !== 'shell' &&
              kind !== 'long-space' &&
              texts.map((text, index) => (
                <code key={index} className="mono">
                  {text}
                </code>
              ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Group = Pick<Finding, 'kind' | 'at'> & { readonly texts: readonly string[] };

/** What is of one kind and in one place is said once. */
function together(findings: readonly Finding[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const { kind, at, text } of findings) {
    const before = groups.get(`${kind} ${at}`)?.texts ?? [];
    groups.set(`${kind} ${at}`, { kind, at, texts: [...before, text] });
  }
  return [...groups.values()];
}

/** `args.2` -> "argument 2". */
function usePlaceWord(): (at: string) => string {
  const { t } = useTranslation('adding');
  return (at) => {
    const dot = at.indexOf('.');
    const rest = at.slice(dot + 1);
    if (at.startsWith('args.')) return t('place.argument', { n: rest });
    if (at.startsWith('env.')) return t('place.variable', { name: rest });
    if (at.startsWith('headers.')) return t('place.header', { name: rest });
    return at === 'url' ? t('place.url') : t('place.command');
  };
}
