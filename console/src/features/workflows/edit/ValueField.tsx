import { useText } from '~/text/t';
import { TextField } from '~/ui/fields';
import { useForm } from './form';
import { type FieldOf, Group, Pick } from './ParameterField';

const inputs: Record<string, string> = { integer: 'number', decimal: 'number', date: 'date', email: 'email' };

// A value of the field that is named beside it.
export function ValueField({ label, value, said, wrong, onChange }: FieldOf) {
  const t = useText();
  const { filters } = useForm();
  const field = filters.fields.find((one) => one.id === said.field);
  if (field?.kind === 'boolean') {
    return (
      <Pick
        label={label}
        choices={[
          { id: 'true', label: t.contact.yes },
          { id: 'false', label: t.contact.no },
        ]}
        value={value}
        wrong={wrong('')}
        onChange={(id) => onChange(id && id === 'true')}
      />
    );
  }
  if (field?.kind === 'checkbox') {
    const chosen = Array.isArray(value) ? (value as string[]) : [];
    return (
      <Group label={label} wrong={wrong('')}>
        <div className="toggles">
          {(field.options ?? []).map(({ id, label: name }) => {
            const isOn = chosen.includes(id);
            return (
              <button
                key={id}
                type="button"
                className="toggle"
                aria-pressed={isOn}
                onClick={() => onChange(isOn ? chosen.filter((one) => one !== id) : [...chosen, id])}
              >
                {name}
              </button>
            );
          })}
        </div>
      </Group>
    );
  }
  if (field?.options) {
    return <Pick label={label} choices={field.options} value={value} wrong={wrong('')} onChange={onChange} />;
  }
  const type = inputs[field?.kind ?? ''] ?? 'text';
  const shown = value === undefined || value === null ? '' : String(value);
  return (
    <TextField
      label={label}
      type={type}
      step="any"
      wrong={wrong('')}
      value={type === 'date' ? shown.slice(0, 10) : shown}
      onChange={(text) => onChange(text === '' ? undefined : type === 'number' ? Number(text) : text)}
    />
  );
}
