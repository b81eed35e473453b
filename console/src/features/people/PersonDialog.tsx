import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, bodyOf, client, type Schemas } from '~/api/client';
import { useMe } from '~/api/session';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { TextField } from '~/ui/fields';
import { ErrorBox } from '~/ui/states';
import { TypedNameDialog } from '~/ui/TypedNameDialog';
import { say } from '~/ui/toasts';
import { LinkShown } from './LinkShown';
import { type Person, PersonState } from './PersonState';
import { RoleSelect } from './RoleSelect';

export function PersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useText();
  const queries = useQueryClient();
  const isMe = useMe()?.person?.id === person.id;
  const [name, setName] = useState(person.name);
  const [role, setRole] = useState(person.role);
  const [asking, setAsking] = useState<'reset' | 'remove'>();
  const path = { params: { path: { id: person.id } } };
  const refresh = () => queries.invalidateQueries({ queryKey: ['people'] });
  const change = useMutation({
    mutationFn: (body: Schemas['PersonPatch']) => bodyOf(client.PATCH('/admin/v1/people/{id}', { ...path, body })),
    onSuccess: async (_, body) => {
      await refresh();
      if (body.isDisabled === undefined) say(t.people.saved);
      else
        say(body.isDisabled ? t.people.disabled(person.name) : t.people.enabled(person.name), () =>
          change.mutate({ isDisabled: !body.isDisabled }),
        );
      onClose();
    },
    onError: () => undefined,
  });
  const reset = useMutation({
    mutationFn: () => bodyOf(client.POST('/admin/v1/people/{id}/reset', path)),
    onSuccess: () => void refresh(),
    onError: () => setAsking(undefined),
  });
  const error = change.error ?? reset.error;
  const problem = error instanceof ApiError ? error : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ name, role });
  };

  if (reset.data) return <LinkShown title={t.people.resetDone(person.name)} link={reset.data.link} onClose={onClose} />;
  if (asking === 'remove') {
    return (
      <TypedNameDialog
        title={t.people.removeTitle(person.name)}
        lead={t.people.removeLead}
        word={person.name}
        ask={t.people.type(person.name)}
        confirm={t.people.remove}
        onClose={() => setAsking(undefined)}
        act={async () => {
          await client.DELETE('/admin/v1/people/{id}', path);
          say(t.people.removed(person.name));
          onClose();
          void refresh();
        }}
      />
    );
  }
  if (asking === 'reset') {
    return (
      <Dialog title={t.people.resetTitle(person.name)} onClose={() => setAsking(undefined)}>
        <p>{t.people.resetLead}</p>
        <DialogFoot>
          <Button onClick={() => setAsking(undefined)}>{t.actions.cancel}</Button>
          <Button look="danger" disabled={reset.isPending} onClick={() => reset.mutate()}>
            {t.people.reset}
          </Button>
        </DialogFoot>
      </Dialog>
    );
  }
  return (
    <Dialog title={person.name} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p className="person-line">
          <span className="dim">{person.email}</span> <PersonState person={person} />
        </p>
        <TextField
          label={t.people.columns.name}
          autoComplete="off"
          required
          maxLength={100}
          value={name}
          onChange={setName}
          wrong={problem?.at('/name')}
        />
        <RoleSelect role={role} onChange={setRole} wrong={problem?.at('/role')} />
        {role !== person.role && <p className="dim">{t.people.roleChange}</p>}
        {error && !problem?.problems.length && <ErrorBox error={error} />}
        <div className="person-actions">
          {!isMe && (
            <Button small disabled={change.isPending} onClick={() => change.mutate({ isDisabled: !person.isDisabled })}>
              {person.isDisabled ? t.people.enable : t.people.disable}
            </Button>
          )}
          {!person.isDisabled && (
            <Button small onClick={() => setAsking('reset')}>
              {person.isInvited ? t.people.newLink : t.people.reset}
            </Button>
          )}
          {!isMe && (
            <Button small look="danger" onClick={() => setAsking('remove')}>
              {t.people.remove}
            </Button>
          )}
        </div>
        <DialogFoot>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button
            type="submit"
            look="main"
            disabled={change.isPending || !name.trim() || (name === person.name && role === person.role)}
          >
            {t.actions.save}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
