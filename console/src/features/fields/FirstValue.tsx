import { useText } from '~/text/t';
import { Check, Select, TextField } from '~/ui/fields';
import { isAlwaysRequired, mayBeRequired, type NewField, optionsOf } from './newField';

interface Props {
  field: NewField;
  onChange: (part: Partial<NewField>) => void;
  wrong: string | undefined;
}

// Whether everybody has a value, and which one whoever was given none.
export function FirstValue({ field, onChange, wrong }: Props) {
  const t = useText();
  if (field.type === 'checkbox') {
    const options = optionsOf(field.options);
    if (!options.length) return null;
    return (
      <fieldset className="first-options">
        <legend>{t.fields.firstValue}</legend>
        {options.map(({ id, label }) => (
          <Check
            key={id}
            label={label}
            isOn={field.firstOptions.includes(id)}
            onChange={(isOn) =>
              onChange({
                firstOptions: isOn ? [...field.firstOptions, id] : field.firstOptions.filter((one) => one !== id),
              })
            }
          />
        ))}
        {wrong && (
          <p className="wrong" role="alert">
            {wrong}
          </p>
        )}
      </fieldset>
    );
  }
  if (!isAlwaysRequired(field.type) && !mayBeRequired(field.type)) return null;
  const choices =
    field.type === 'boolean'
      ? [
          { id: '', label: t.people.no },
          { id: 'true', label: t.people.yes },
        ]
      : field.type === 'radio'
        ? [{ id: '', label: t.imports.chooseOne }, ...optionsOf(field.options)]
        : undefined;
  const isNumber = field.type === 'integer' || field.type === 'decimal';
  const common = {
    label: t.fields.firstValue,
    hint: t.fields.firstValueHint,
    wrong,
    value: field.first,
    onChange: (first: string) => onChange({ first }),
  };
  return (
    <>
      {mayBeRequired(field.type) && (
        <Check label={t.fields.required} isOn={field.isRequired} onChange={(isRequired) => onChange({ isRequired })} />
      )}
      {(field.isRequired || field.type === 'boolean') &&
        (choices ? (
          <Select {...common} choices={choices} />
        ) : (
          <TextField
            {...common}
            required
            type={field.type === 'date' ? 'date' : isNumber ? 'number' : 'text'}
            step={field.type === 'decimal' ? 'any' : undefined}
          />
        ))}
    </>
  );
}
