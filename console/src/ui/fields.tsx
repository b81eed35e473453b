import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  // What the server has against the value.
  wrong?: string;
  // The label is read out but not shown.
  isLabelHidden?: boolean;
}

interface Described {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

function Field({
  label,
  hint,
  wrong,
  isLabelHidden,
  children,
}: FieldProps & { children: (described: Described) => ReactNode }) {
  const id = useId();
  const more = `${id}-more`;
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'unseen' : undefined}>
        {label}
      </label>
      {children({ id, 'aria-describedby': hint || wrong ? more : undefined, 'aria-invalid': wrong ? true : undefined })}
      {(hint || wrong) && (
        <span id={more} className={wrong ? 'wrong' : 'hint'} role={wrong ? 'alert' : undefined}>
          {wrong ?? hint}
        </span>
      )}
    </div>
  );
}

type InputProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> & { onChange: (text: string) => void };

export function TextField({ label, hint, wrong, isLabelHidden, onChange, ...rest }: InputProps) {
  return (
    <Field label={label} hint={hint} wrong={wrong} isLabelHidden={isLabelHidden}>
      {(described) => (
        <input className="input" {...described} {...rest} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  wrong,
  isLabelHidden,
  value,
  onChange,
  rows = 3,
}: FieldProps & { value: string; onChange: (text: string) => void; rows?: number }) {
  return (
    <Field label={label} hint={hint} wrong={wrong} isLabelHidden={isLabelHidden}>
      {(described) => (
        <textarea
          className="input"
          rows={rows}
          {...described}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

export interface Choice {
  id: string;
  label: string;
}

type SelectProps = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> & {
    choices: Choice[];
    onChange: (id: string) => void;
  };

// For few choices; a long list that people search in is a PickBox.
export function Select({ label, hint, wrong, isLabelHidden, choices, onChange, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} wrong={wrong} isLabelHidden={isLabelHidden}>
      {(described) => (
        <select className="select" {...described} {...rest} onChange={(event) => onChange(event.target.value)}>
          {choices.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckProps {
  label: string;
  hint?: string;
  isOn: boolean;
  disabled?: boolean;
  onChange: (isOn: boolean) => void;
}

export function Check({ label, hint, isOn, disabled, onChange }: CheckProps) {
  const hintId = useId();
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={isOn}
          disabled={disabled}
          aria-describedby={hint ? hintId : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      {hint && (
        <span id={hintId} className="check-hint">
          {hint}
        </span>
      )}
    </>
  );
}
