import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, bodyOf, client } from '~/api/client';
import type { Me } from '~/api/session';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';
import { Button } from '~/ui/Button';
import { CopyField } from '~/ui/CopyField';
import { TextField } from '~/ui/fields';
import { ErrorBox } from '~/ui/states';
import { say } from '~/ui/toasts';
import { Picture } from './Picture';
import { Whose } from './Whose';

export function SecondFactor({ me }: { me: Me }) {
  const t = useText();
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} />;
  return (
    <div className="stack">
      <p>
        <Badge tone={me.secondFactor ? 'good' : 'warning'}>
          {me.secondFactor ? t.account.factorOn : t.account.factorOff}
        </Badge>
      </p>
      <p className="dim">{t.account.factorLead}</p>
      {me.secondFactor ? <Remove me={me} /> : <SetUp onDone={setCodes} />}
    </div>
  );
}

function SetUp({ onDone }: { onDone: (codes: string[]) => void }) {
  const t = useText();
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const start = useMutation({
    mutationFn: () => bodyOf(client.POST('/admin/v1/me/second-factor')),
    onError: () => undefined,
  });
  const confirm = useMutation({
    mutationFn: () => bodyOf(client.POST('/admin/v1/me/second-factor/confirm', { body: { code: code.trim() } })),
    onSuccess: ({ recoveryCodes }) => {
      onDone(recoveryCodes);
      void queries.invalidateQueries({ queryKey: ['me'] });
    },
    onError: () => undefined,
  });
  const error = confirm.error instanceof ApiError ? confirm.error : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate();
  };
  if (!start.data) {
    return (
      <>
        {start.error && <ErrorBox error={start.error} />}
        <Button look="main" onClick={() => start.mutate()} disabled={start.isPending}>
          {t.account.factorStart}
        </Button>
      </>
    );
  }
  return (
    <form className="stack" onSubmit={submit}>
      <p>{t.account.factorScan}</p>
      <Picture text={start.data.uri} label={t.account.factorPicture} />
      <CopyField label={t.account.factorSecret} value={start.data.secret} />
      <TextField
        label={t.signIn.code}
        hint={t.account.factorCode}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        autoFocus
        value={code}
        onChange={setCode}
        wrong={error?.at('/code')}
      />
      {confirm.error && !error?.problems.length && <ErrorBox error={confirm.error} />}
      <Button type="submit" look="main" disabled={confirm.isPending}>
        {t.account.factorConfirm}
      </Button>
    </form>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useText();
  return (
    <div className="stack" role="status">
      <p>
        <Badge tone="good">{t.account.factorOn}</Badge>
      </p>
      <p>{t.account.codesLead}</p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <CopyField label={t.account.codes} value={codes.join(' ')} />
    </div>
  );
}

function Remove({ me }: { me: Me }) {
  const t = useText();
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const remove = useMutation({
    mutationFn: () => client.POST('/admin/v1/me/second-factor/remove', { body: { password } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['me'] });
      say(t.account.factorRemoved);
    },
    onError: () => undefined,
  });
  const error = remove.error instanceof ApiError ? remove.error : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Whose me={me} />
      <TextField
        label={t.signIn.password}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={setPassword}
        wrong={error?.at('/password')}
      />
      {remove.error && !error?.problems.length && <ErrorBox error={remove.error} />}
      <Button type="submit" look="danger" disabled={remove.isPending}>
        {t.account.factorRemove}
      </Button>
    </form>
  );
}
