import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, bodyOf, client } from '~/api/client';
import type { Integration } from '~/api/integrations';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { Check, TextArea, TextField } from '~/ui/fields';
import { ErrorBox } from '~/ui/states';

interface Props {
  // Undefined: a new one.
  integration?: Integration;
  onClose: () => void;
  onSaved: (saved: Integration) => void;
}

export function IntegrationDialog({ integration, onClose, onSaved }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const [name, setName] = useState(integration?.name ?? '');
  const [description, setDescription] = useState(integration?.description ?? '');
  const [eventsEnabled, setEventsEnabled] = useState(integration?.eventsEnabled ?? true);
  const save = useMutation({
    mutationFn: () => {
      const body = { name, eventsEnabled, description: description.trim() || null };
      return integration
        ? bodyOf(client.PATCH('/custom-integrations/{id}', { params: { path: { id: integration.id } }, body }))
        : bodyOf(client.POST('/custom-integrations/', { body }));
    },
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: ['integrations'] });
      onSaved(saved);
    },
    onError: () => undefined,
  });
  const error = save.error instanceof ApiError ? save.error : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog title={integration?.name ?? t.integrations.new} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField
          label={t.integrations.columns.name}
          hint={t.integrations.nameHint}
          required
          autoFocus
          maxLength={500}
          value={name}
          onChange={setName}
          wrong={error?.at('/name')}
        />
        <TextArea
          label={t.integrations.columns.description}
          value={description}
          onChange={setDescription}
          wrong={error?.at('/description')}
        />
        <Check label={t.integrations.takeEvents} isOn={eventsEnabled} onChange={setEventsEnabled} />
        {save.error && !error?.problems.length && <ErrorBox error={save.error} />}
        <DialogFoot>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button type="submit" look="main" disabled={save.isPending || !name.trim()}>
            {t.actions.save}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
