import type {
  CyclicSchemaExpandProps,
  FallbackFieldTemplateProps,
  MultiSchemaFieldTemplateProps,
  UnsupportedFieldProps,
} from '@rjsf/utils';
import { useTranslation } from 'react-i18next';

/** Which of several kinds a value is of, and the value. */
export function UnionField({ schema, selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  const { t } = useTranslation('trying');
  return (
    <div className="try-union">
      <div className="question-field">
        <span className="question-label">{schema.title ?? t('kind')}</span>
        <div className="question-control">{selector}</div>
      </div>
      {optionSchemaField}
    </div>
  );
}

export function AnyField({ typeSelector, schemaField }: FallbackFieldTemplateProps) {
  return (
    <div className="try-any">
      {typeSelector}
      {schemaField}
    </div>
  );
}

/** A schema within itself is drawn as deep as someone wants it. */
export function CyclicField({ name, fieldPathId, onExpand }: CyclicSchemaExpandProps) {
  const { t } = useTranslation('trying');
  return (
    <button type="button" className="btn sm try-add" onClick={() => onExpand(fieldPathId.$id)}>
      {t('fillIn', { name })}
    </button>
  );
}

export function UnsupportedField(_props: UnsupportedFieldProps) {
  const { t } = useTranslation('trying');
  return <p className="under">{t('unsupported')}</p>;
}
