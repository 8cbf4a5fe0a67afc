import { Select as Base } from '@base-ui/react/select';
import { Icon } from './Icon.tsx';

type SelectOption<V extends string> = { readonly value: V; readonly label: string };

type Props<V extends string> = {
  /** Its accessible name. */
  readonly label: string;
  readonly value: V;
  readonly options: readonly SelectOption<V>[];
  readonly onChange: (value: V) => void;
  readonly disabled?: boolean;
  readonly className?: string;
  readonly id?: string;
  readonly describedBy?: string;
  readonly invalid?: boolean;
};

/** A choice of one out of a few, in the look of a button. */
export function Select<V extends string>(props: Props<V>) {
  const { label, value, options, onChange, disabled = false, className = 'btn' } = props;
  const { id, describedBy, invalid } = props;
  return (
    <Base.Root
      items={options}
      value={value}
      disabled={disabled}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
    >
      <Base.Trigger
        id={id}
        className={className}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid}
      >
        <Base.Value />
        <Icon name="chev-d" className="s14" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner
          // Outside of every landmark of the page, so it is one.
          role="region"
          aria-label={label}
          className="popup-place"
          alignItemWithTrigger={false}
          sideOffset={4}
        >
          <Base.Popup className="popup">
            {options.map((option) => (
              <Base.Item key={option.value} value={option.value} className="popup-item">
                <Base.ItemText className="grow">{option.label}</Base.ItemText>
                <Base.ItemIndicator>
                  <Icon name="check" className="s14" />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
