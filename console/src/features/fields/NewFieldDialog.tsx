import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '~/api/client';
import { createContactField, type FieldType } from '~/api/contactFields';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { Select, TextArea, TextField } from '~/ui/fields';
import { ErrorBox } from '~/ui/states';
import { say } from '~/ui/toasts';
import { FirstValue } from './FirstValue';
import { bodyOfField, emptyField, fieldIdOf, hasBounds, hasOptions, type NewField } from './newField';

const toldAtFields =
  /^\/(name|id|options|defaultCountryCode|maxLength|minValue|maxValue|minDate|maxDate|defaultValue)$/;

export function NewFieldDialog({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const t = useText();
  const queries = useQueryClient();
  const [field, setField] = useState<NewField>(emptyField);
  const set = (part: Partial<NewField>) => setField({ ...field, ...part });
  const make = useMutation({
    mutationFn: () => createContactField(bodyOfField(field)),
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: ['contact-fields'] });
      void queries.invalidateQueries({ queryKey: ['vocabulary'] });
      say(t.fields.made(made.name));
      onMade();
    },
    onError: () => undefined,
  });
  const error = make.error instanceof ApiError ? make.error : null;
  const isToldAtField = error?.problems.length && error.problems.every(({ path }) => toldAtFields.test(path));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  const isDate = field.type === 'date';
  const boundType = isDate ? 'date' : 'number';
  const step = field.type === 'integer' ? 1 : isDate ? undefined : 'any';
  return (
    <Dialog title={t.fields.new} onClose={onClose} isWide>
      <form className="stack" onSubmit={submit}>
        <div className="field-pair">
          <TextField
            label={t.fields.columns.name}
            required
            autoFocus
            autoComplete="off"
            maxLength={500}
            value={field.name}
            onChange={(name) => set({ name })}
            wrong={error?.at('/name')}
          />
          <TextField
            label={t.fields.columns.id}
            hint={t.fields.idHint}
            autoComplete="off"
            maxLength={150}
            placeholder={fieldIdOf(field.name)}
            value={field.id}
            onChange={(id) => set({ id })}
            wrong={error?.at('/id')}
          />
        </div>
        <Select
          label={t.fields.columns.type}
          value={field.type}
          choices={Object.entries(t.integrations.fieldTypes).map(([id, label]) => ({ id, label }))}
          onChange={(type) => set({ type: type as FieldType, first: '', firstOptions: [], least: '', most: '' })}
        />
        {hasOptions(field.type) && (
          <TextArea
            label={t.fields.options}
            hint={t.fields.optionsHint}
            rows={4}
            value={field.options}
            onChange={(options) => set({ options })}
            wrong={error?.at('/options')}
          />
        )}
        {field.type === 'text' && (
          <TextField
            label={t.fields.maxLength}
            hint={t.fields.maxLengthHint}
            type="number"
            min={1}
            max={5000}
            value={field.maxLength}
            onChange={(maxLength) => set({ maxLength })}
            wrong={error?.at('/maxLength')}
          />
        )}
        {field.type === 'phone' && (
          <TextField
            label={t.integrations.countryCode}
            hint={t.fields.countryCodeHint}
            required
            inputMode="numeric"
            placeholder="34"
            value={field.countryCode}
            onChange={(countryCode) => set({ countryCode })}
            wrong={error?.at('/defaultCountryCode')}
          />
        )}
        {hasBounds(field.type) && (
          <div className="field-pair">
            <TextField
              label={isDate ? t.fields.earliest : t.fields.least}
              hint={t.fields.boundHint}
              type={boundType}
              step={step}
              value={field.least}
              onChange={(least) => set({ least })}
              wrong={error?.at(isDate ? '/minDate' : '/minValue')}
            />
            <TextField
              label={isDate ? t.fields.latest : t.fields.most}
              type={boundType}
              step={step}
              value={field.most}
              onChange={(most) => set({ most })}
              wrong={error?.at(isDate ? '/maxDate' : '/maxValue')}
            />
          </div>
        )}
        <FirstValue field={field} onChange={set} wrong={error?.at('/defaultValue')} />
        {make.error && !isToldAtField && <ErrorBox error={make.error} />}
        <p className="dim">{t.fields.stays}</p>
        <DialogFoot>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button type="submit" look="main" disabled={make.isPending || !field.name.trim()}>
            {t.fields.make}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
