import { X } from 'lucide-react';
import { useText } from '~/text/t';
import { wordOf } from '~/text/word';
import { Button } from '~/ui/Button';
import { Check, Select, TextField } from '~/ui/fields';
import { type FieldRow, hasOptions } from './newType';

interface Props {
  row: FieldRow;
  isWebhook: boolean;
  onChange: (row: FieldRow) => void;
  onRemove: () => void;
}

// One value of an event. That which finds the contact is always there, and an e-mail address.
export function FieldRowEditor({ row, isWebhook, onChange, onRemove }: Props) {
  const t = useText();
  const set = (part: Partial<FieldRow>) => onChange({ ...row, ...part });
  return (
    <fieldset className="field-row">
      <legend className="unseen">{row.name || t.integrations.fieldName}</legend>
      <TextField
        label={t.integrations.fieldName}
        required
        autoFocus={!row.isKey}
        value={row.name}
        onChange={(name) => set({ name })}
      />
      <TextField
        label={t.integrations.fieldId}
        placeholder={wordOf(row.name)}
        value={row.id}
        onChange={(id) => set({ id })}
      />
      <Select
        label={t.integrations.fieldType}
        value={row.type}
        disabled={row.isKey}
        choices={Object.entries(t.integrations.fieldTypes).map(([id, label]) => ({ id, label }))}
        onChange={(type) => set({ type: type as FieldRow['type'] })}
      />
      {hasOptions(row) && (
        <TextField
          label={t.integrations.options}
          required
          value={row.options}
          onChange={(options) => set({ options })}
        />
      )}
      {row.type === 'phone' && (
        <TextField
          label={t.integrations.countryCode}
          required
          inputMode="numeric"
          placeholder="34"
          value={row.countryCode}
          onChange={(countryCode) => set({ countryCode })}
        />
      )}
      {isWebhook && (
        <TextField
          label={t.integrations.pointer}
          placeholder={`/${row.id || wordOf(row.name)}`}
          value={row.pointer}
          onChange={(pointer) => set({ pointer })}
        />
      )}
      <div className="field-row-end">
        {row.isKey ? (
          <span className="dim">{t.integrations.keyHelp}</span>
        ) : (
          <>
            <Check
              label={t.integrations.required}
              isOn={row.isRequired}
              onChange={(isRequired) => set({ isRequired })}
            />
            <Button
              look="quiet"
              icon={<X aria-hidden />}
              label={t.integrations.removeField(row.name)}
              onClick={onRemove}
            />
          </>
        )}
      </div>
    </fieldset>
  );
}
