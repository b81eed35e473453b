import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError, bodyOf, client } from '~/api/client';
import type { EventType } from '~/api/integrations';
import { useText } from '~/text/t';
import { wordOf } from '~/text/word';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { Select, TextField } from '~/ui/fields';
import { ErrorBox } from '~/ui/states';
import { FieldRowEditor } from './FieldRowEditor';
import { HeaderRows } from './HeaderRows';
import { bodyOfType, type FieldRow, type NewType, needsKey, type Way } from './newType';

interface Props {
  integrationId: string;
  onClose: () => void;
  onMade: (type: EventType) => void;
}

const emptyRow = {
  name: '',
  id: '',
  type: 'text',
  isRequired: false,
  isKey: false,
  options: '',
  countryCode: '',
  pointer: '',
} as const;

export function NewTypeDialog({ integrationId, onClose, onMade }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const [type, setType] = useState<NewType>({
    name: '',
    way: 'api',
    alias: '',
    url: '',
    headers: [],
    fields: [
      {
        ...emptyRow,
        number: 0,
        name: t.integrations.keyName,
        id: 'email',
        type: 'email',
        isRequired: true,
        isKey: true,
      },
    ],
  });
  const [count, setCount] = useState(1);
  const change = (part: Partial<NewType>) => setType({ ...type, ...part });
  const isSent = type.way === 'send';
  const make = useMutation({
    mutationFn: () =>
      bodyOf(
        client.POST('/custom-integrations/{id}/custom-event-types/', {
          params: { path: { id: integrationId } },
          body: bodyOfType(type),
        }),
      ),
    onSuccess: (made) => {
      void queries.invalidateQueries({ queryKey: ['integrations'] });
      void queries.invalidateQueries({ queryKey: ['vocabulary'] });
      onMade(made);
    },
    onError: () => undefined,
  });
  const error = make.error instanceof ApiError ? make.error : null;
  const isToldAtField =
    error?.problems.length && error.problems.every(({ path }) => ['/name', '/alias', '/webhookUrl'].includes(path));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  const shown = type.fields.filter((row) => !row.isKey || needsKey(type.way));
  const setRow = (row: FieldRow) =>
    change({ fields: type.fields.map((one) => (one.number === row.number ? row : one)) });
  const addRow = () => {
    change({ fields: [...type.fields, { ...emptyRow, number: count }] });
    setCount(count + 1);
  };
  return (
    <Dialog title={t.integrations.newType} onClose={onClose} isVeryWide>
      <form className="stack" onSubmit={submit}>
        <div className="type-head">
          <TextField
            label={t.integrations.types.name}
            required
            autoFocus
            maxLength={500}
            value={type.name}
            onChange={(name) => change({ name })}
            wrong={error?.at('/name')}
          />
          <Select
            label={t.integrations.types.way}
            hint={t.integrations.wayHelp[type.way]}
            value={type.way}
            choices={Object.entries(t.integrations.ways).map(([id, label]) => ({ id, label }))}
            onChange={(way) => change({ way: way as Way })}
          />
          {isSent ? (
            <TextField
              label={t.integrations.address}
              hint={t.integrations.urlHint}
              type="url"
              required
              placeholder="https://"
              value={type.url}
              onChange={(url) => change({ url })}
              wrong={error?.at('/webhookUrl')}
            />
          ) : (
            <TextField
              label={t.integrations.alias}
              hint={t.integrations.aliasHint}
              placeholder={wordOf(type.name)}
              value={type.alias}
              onChange={(alias) => change({ alias })}
              wrong={error?.at('/alias')}
            />
          )}
        </div>
        <section className="stack" aria-label={t.integrations.types.fields}>
          <h3>{t.integrations.types.fields}</h3>
          {shown.map((row) => (
            <FieldRowEditor
              key={row.number}
              row={row}
              isWebhook={type.way === 'webhook'}
              onChange={setRow}
              onRemove={() => change({ fields: type.fields.filter((one) => one !== row) })}
            />
          ))}
          <div>
            <Button small icon={<Plus aria-hidden />} onClick={addRow}>
              {t.integrations.addField}
            </Button>
          </div>
        </section>
        {isSent && <HeaderRows headers={type.headers} onChange={(headers) => change({ headers })} />}
        {make.error && !isToldAtField && <ErrorBox error={make.error} />}
        <p className="dim">{t.integrations.newTypeLead}</p>
        <DialogFoot>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button type="submit" look="main" disabled={make.isPending}>
            {t.integrations.makeType}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
