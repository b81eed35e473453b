import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, client } from '~/api/client';
import type { Me } from '~/api/session';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { TextField } from '~/ui/fields';
import { ErrorBox } from '~/ui/states';
import { say } from '~/ui/toasts';
import { Whose } from './Whose';

export function Password({ me }: { me: Me }) {
  const t = useText();
  const queries = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: () => client.POST('/admin/v1/me/password', { body: { current, new: next } }),
    onSuccess: () => {
      setCurrent('');
      setNext('');
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      say(t.account.passwordChanged);
    },
    onError: () => undefined,
  });
  const error = change.error instanceof ApiError ? change.error : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Whose me={me} />
      <TextField
        label={t.account.current}
        type="password"
        autoComplete="current-password"
        required
        value={current}
        onChange={setCurrent}
        wrong={error?.at('/current')}
      />
      <TextField
        label={t.account.next}
        hint={t.setup.passwordHint}
        type="password"
        autoComplete="new-password"
        required
        value={next}
        onChange={setNext}
        wrong={error?.at('/new')}
      />
      <p className="dim">{t.account.passwordLead}</p>
      {change.error && !error?.problems.length && <ErrorBox error={change.error} />}
      <Button type="submit" look="main" disabled={change.isPending}>
        {t.account.changePassword}
      </Button>
    </form>
  );
}
