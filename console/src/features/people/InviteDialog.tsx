import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, bodyOf, client } from '~/api/client';
import { type Language, useLanguage } from '~/text/language';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { Select, TextField } from '~/ui/fields';
import { ErrorBox } from '~/ui/states';
import { LinkShown } from './LinkShown';
import { type Role, RoleSelect } from './RoleSelect';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const queries = useQueryClient();
  const own = useLanguage();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('author');
  const [language, setLanguage] = useState<Language>(own);
  const invite = useMutation({
    mutationFn: () =>
      bodyOf(client.POST('/admin/v1/people/', { body: { email, role, language, ...(name.trim() ? { name } : {}) } })),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['people'] }),
    onError: () => undefined,
  });
  const error = invite.error instanceof ApiError ? invite.error : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  if (invite.data) {
    return <LinkShown title={t.people.invited(invite.data.name)} link={invite.data.link} onClose={onClose} />;
  }
  return (
    <Dialog title={t.people.invite} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p className="dim">{t.people.inviteLead}</p>
        <TextField
          label={t.signIn.email}
          type="email"
          autoComplete="off"
          required
          autoFocus
          value={email}
          onChange={setEmail}
          wrong={error?.at('/email')}
        />
        <TextField
          label={t.people.columns.name}
          hint={t.people.nameHint}
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={setName}
          wrong={error?.at('/name')}
        />
        <RoleSelect role={role} onChange={setRole} wrong={error?.at('/role')} />
        <Select
          label={t.frame.languageLabel}
          value={language}
          choices={Object.entries(t.languages).map(([id, label]) => ({ id, label }))}
          onChange={(id) => setLanguage(id as Language)}
        />
        {invite.error && !error?.problems.length && <ErrorBox error={invite.error} />}
        <DialogFoot>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button type="submit" look="main" disabled={invite.isPending}>
            {t.people.makeLink}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
