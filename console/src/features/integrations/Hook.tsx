import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, bodyOf, client } from '~/api/client';
import { curlOf, exampleBody } from '~/api/eventExample';
import type { EventType } from '~/api/integrations';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';
import { Button } from '~/ui/Button';
import { CodeBlock } from '~/ui/CodeBlock';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { CopyField } from '~/ui/CopyField';
import { TextField } from '~/ui/fields';
import { ErrorBox, Skeleton } from '~/ui/states';
import { say } from '~/ui/toasts';

// Where another system sends its webhooks, and the secret that it signs them with.
export function Hook({ type }: { type: EventType }) {
  const t = useText();
  const queries = useQueryClient();
  const [isReplacing, setIsReplacing] = useState(false);
  const [secret, setSecret] = useState('');
  const path = { params: { path: { id: type.id } } };
  const key = ['integrations', 'hook', type.id];
  const hook = useQuery({
    queryKey: key,
    queryFn: () => bodyOf(client.GET('/admin/v1/custom-event-types/{id}/hook', path)),
  });
  const change = useMutation({
    mutationFn: (next: string | null) =>
      bodyOf(client.PATCH('/admin/v1/custom-event-types/{id}/hook', { ...path, body: { secret: next } })),
    onSuccess: (answer) => {
      queries.setQueryData(key, answer);
      setSecret('');
      say(answer.hasSecret ? t.integrations.secretSet : t.integrations.secretRemoved);
    },
    onError: () => undefined,
  });
  const error = change.error instanceof ApiError ? change.error : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(secret);
  };
  return (
    <section className="card event-card">
      <header>
        <h2>{t.integrations.hook}</h2>
        <Button small disabled={!hook.data} onClick={() => setIsReplacing(true)}>
          {t.integrations.newAddress}
        </Button>
      </header>
      {hook.error && <ErrorBox error={hook.error} onRetry={() => void hook.refetch()} />}
      {!hook.data && !hook.error && <Skeleton lines={2} />}
      {hook.data && (
        <>
          <CopyField label={t.integrations.address} hint={t.integrations.addressHint} value={hook.data.url} />
          <form className="secret-form" onSubmit={submit}>
            <TextField
              label={t.integrations.secret}
              hint={t.integrations.secretHint}
              autoComplete="off"
              required
              minLength={8}
              value={secret}
              onChange={setSecret}
              wrong={error?.at('/secret')}
            />
            <Button type="submit" disabled={change.isPending}>
              {t.integrations.setSecret}
            </Button>
            {hook.data.hasSecret && (
              <Button disabled={change.isPending} onClick={() => change.mutate(null)}>
                {t.integrations.removeSecret}
              </Button>
            )}
          </form>
          <p>
            <Badge tone={hook.data.hasSecret ? 'good' : 'warning'}>
              {hook.data.hasSecret ? t.integrations.isSigned : t.integrations.isUnsigned}
            </Badge>
          </p>
          {change.error && !error?.problems.length && <ErrorBox error={change.error} />}
          {!hook.data.hasSecret && (
            <CodeBlock label={t.integrations.howToSend} text={curlOf(hook.data.url, exampleBody(type), false)} />
          )}
        </>
      )}
      {isReplacing && (
        <ConfirmDialog
          title={t.integrations.newAddress}
          lead={t.integrations.newAddressLead}
          confirm={t.integrations.newAddress}
          onClose={() => setIsReplacing(false)}
          act={async () => {
            queries.setQueryData(key, await bodyOf(client.POST('/admin/v1/custom-event-types/{id}/hook', path)));
            say(t.integrations.addressReplaced);
            setIsReplacing(false);
          }}
        />
      )}
    </section>
  );
}
