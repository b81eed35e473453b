import type { Operation } from '~/api/filters';
import { useText } from '~/text/t';
import { Select, TextField } from '../fields';
import { PeriodField } from '../PeriodField';

interface Option {
  id: string;
  label: string;
}

interface Props {
  kind: string;
  operands: string[];
  options: Option[] | undefined;
  operation: Operation;
  onChange: (operation: Operation) => void;
}

const isNumberKind = (kind: string) => kind === 'integer' || kind === 'decimal';

// What is typed as the kind of the field has it: a number where the field holds numbers.
function readValue(kind: string, text: string): unknown {
  if (text === '') return undefined;
  return isNumberKind(kind) ? Number(text) : text;
}

const inputType = (kind: string) => (isNumberKind(kind) ? 'number' : kind === 'date' ? 'date' : 'text');
const shown = (value: unknown) => (value === undefined || value === null ? '' : String(value).slice(0, 1000));

// The operands of an operator, each with the field that fits the kind.
export function ValueEditor({ kind, operands, options, operation, onChange }: Props) {
  const t = useText();
  return (
    <>
      {operands.map((operand) => {
        if (operand === 'period') {
          return (
            <PeriodField
              key={operand}
              label={t.segments.period}
              value={operation.period}
              onChange={(period) => onChange({ ...operation, period })}
            />
          );
        }
        if (operand === 'values') {
          const values = (operation.values ?? []).map(String);
          return options ? (
            <OptionToggles
              key={operand}
              options={options}
              chosen={values}
              onChange={(chosen) => onChange({ ...operation, values: chosen })}
            />
          ) : (
            <TextField
              key={operand}
              label={t.segments.values}
              isLabelHidden
              placeholder={t.segments.values}
              defaultValue={values.join(', ')}
              onChange={(text) =>
                onChange({
                  ...operation,
                  values: text
                    .split(',')
                    .map((one) => readValue(kind, one.trim()))
                    .filter((one) => one !== undefined),
                })
              }
            />
          );
        }
        const name = operand as 'value' | 'from' | 'to';
        const label = name === 'value' ? t.segments.value : t.segments[name];
        if (options) {
          return (
            <Select
              key={operand}
              label={label}
              isLabelHidden
              value={shown(operation[name])}
              choices={[{ id: '', label: '…' }, ...options]}
              onChange={(id) => onChange({ ...operation, [name]: id || undefined })}
            />
          );
        }
        return (
          <TextField
            key={operand}
            label={label}
            isLabelHidden
            type={inputType(kind)}
            step="any"
            placeholder={label}
            value={kind === 'date' ? shown(operation[name]).slice(0, 10) : shown(operation[name])}
            onChange={(text) => onChange({ ...operation, [name]: readValue(kind, text) })}
          />
        );
      })}
    </>
  );
}

function OptionToggles({
  options,
  chosen,
  onChange,
}: {
  options: Option[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}) {
  return (
    <div className="toggles">
      {options.map((option) => {
        const isOn = chosen.includes(option.id);
        return (
          <button
            key={option.id}
            type="button"
            className="toggle"
            aria-pressed={isOn}
            onClick={() => onChange(isOn ? chosen.filter((one) => one !== option.id) : [...chosen, option.id])}
          >
            {option.label}
          </button>
        );
      })}
    </div>
  );
}
