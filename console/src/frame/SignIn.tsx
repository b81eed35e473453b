import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '~/api/client';
import { type Me, readSetup, signIn } from '~/api/session';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { TextField } from '~/ui/fields';
import { ErrorBox } from '~/ui/states';
import { Mark } from './Mark';

const codeNeeded = 'second-factor-needed';

export function SignInForm({ email: known, onDone }: { email?: string; onDone: (me: Me) => void }) {
  const t = useText();
  const [email, setEmail] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const attempt = useMutation({
    mutationFn: () => signIn({ email, password, ...(code ? { code } : {}) }),
    onSuccess: onDone,
    onError: () => undefined,
  });
  const error = attempt.error instanceof ApiError ? attempt.error : null;
  const [asksCode, setAsksCode] = useState(false);
  if (error?.code === codeNeeded && !asksCode) setAsksCode(true);
  const isOnlyCode = error?.code === codeNeeded && !code;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate();
  };
  return (
    <form onSubmit={submit} className="stack">
      <TextField
        label={t.signIn.email}
        type="email"
        name="email"
        autoComplete="username"
        required
        autoFocus={!known}
        value={email}
        onChange={setEmail}
      />
      <TextField
        label={t.signIn.password}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        autoFocus={known !== undefined}
        data-first={known !== undefined ? '' : undefined}
        value={password}
        onChange={setPassword}
      />
      {asksCode && (
        <TextField
          label={t.signIn.code}
          hint={t.signIn.codeHint}
          name="code"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={setCode}
        />
      )}
      {error && !isOnlyCode && (
        <ErrorBox
          error={
            error.status === 429 && error.retryAfterSeconds
              ? new ApiError(429, t.signIn.wait(error.retryAfterSeconds))
              : error
          }
        />
      )}
      <Button type="submit" look="main" disabled={attempt.isPending}>
        {t.signIn.submit}
      </Button>
    </form>
  );
}

export function SignIn({ onDone }: { onDone: (me: Me) => void }) {
  const t = useText();
  const setup = useQuery({ queryKey: ['setup'], queryFn: readSetup });
  return (
    <main className="alone">
      <div className="alone-card">
        <Mark />
        <h1>{t.signIn.title}</h1>
        {setup.data?.needed && (
          <div className="notice">
            <p>{t.signIn.firstTime}</p>
            <p>{t.signIn.firstTimeHelp}</p>
            <code>tradewind people invite --owner</code>
          </div>
        )}
        <SignInForm onDone={onDone} />
      </div>
    </main>
  );
}
