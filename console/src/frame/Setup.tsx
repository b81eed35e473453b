import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { ApiError } from '~/api/client';
import { type Me, setUp } from '~/api/session';
import { type Language, useLanguage } from '~/text/language';
import { chooseLanguage, useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Select, TextField } from '~/ui/fields';
import { ErrorBox } from '~/ui/states';
import { Mark } from './Mark';

export default function Setup({ onDone }: { onDone: (me: Me) => void }) {
  const t = useText();
  const language = useLanguage();
  const [token] = useState(() => window.location.hash.slice(1));
  // Once it is kept here it leaves the address, so that it is in no history and no screenshot.
  useEffect(() => {
    if (token) window.history.replaceState(null, '', window.location.pathname);
  }, [token]);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const attempt = useMutation({
    mutationFn: () => setUp({ token, name, password, language, ...(email ? { email } : {}) }),
    onSuccess: onDone,
    onError: () => undefined,
  });
  const error = attempt.error instanceof ApiError ? attempt.error : null;
  const hasFieldProblems = (error?.problems.length ?? 0) > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate();
  };
  return (
    <main className="alone">
      <div className="alone-card">
        <Mark />
        <h1>{t.setup.title}</h1>
        {!token && !attempt.isSuccess ? (
          <p className="notice">{t.setup.noToken}</p>
        ) : (
          <>
            <p className="dim">{t.setup.lead}</p>
            <form onSubmit={submit} className="stack">
              <TextField
                label={t.setup.name}
                autoComplete="name"
                required
                autoFocus
                value={name}
                onChange={setName}
                wrong={error?.at('/name')}
              />
              <TextField
                label={t.setup.email}
                hint={t.setup.emailHint}
                type="email"
                autoComplete="username"
                value={email}
                onChange={setEmail}
                wrong={error?.at('/email')}
              />
              <TextField
                label={t.setup.password}
                hint={t.setup.passwordHint}
                type="password"
                autoComplete="new-password"
                required
                value={password}
                onChange={setPassword}
                wrong={error?.at('/password')}
              />
              <Select
                label={t.setup.language}
                value={language}
                choices={Object.entries(t.languages).map(([id, label]) => ({ id, label }))}
                onChange={(id) => void chooseLanguage(id as Language)}
              />
              {error && !hasFieldProblems && <ErrorBox error={error} />}
              <Button type="submit" look="main" disabled={attempt.isPending}>
                {t.setup.submit}
              </Button>
            </form>
          </>
        )}
      </div>
    </main>
  );
}
