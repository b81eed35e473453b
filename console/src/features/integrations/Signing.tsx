import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bodyOf, client } from '~/api/client';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { CopyField } from '~/ui/CopyField';
import { ErrorBox, Skeleton } from '~/ui/states';
import { say } from '~/ui/toasts';

// The secrets with which calls are signed, for whoever checks them.
export function Signing({ typeId }: { typeId: string }) {
  const t = useText();
  const format = useFormat();
  const queries = useQueryClient();
  const [isReplacing, setIsReplacing] = useState(false);
  const path = { params: { path: { id: typeId } } };
  const key = ['integrations', 'signing', typeId];
  const signing = useQuery({
    queryKey: key,
    queryFn: () => bodyOf(client.GET('/admin/v1/custom-event-types/{id}/signing-secret', path)),
  });
  return (
    <section className="card event-card">
      <header>
        <h2>{t.integrations.signing}</h2>
        <Button small disabled={!signing.data} onClick={() => setIsReplacing(true)}>
          {t.integrations.replace}
        </Button>
      </header>
      <p className="dim">{t.integrations.signingLead}</p>
      {signing.error && <ErrorBox error={signing.error} onRetry={() => void signing.refetch()} />}
      {!signing.data && !signing.error && <Skeleton lines={2} />}
      {signing.data?.secrets.map(({ secret, expiresAt }) => (
        <CopyField
          key={secret}
          label={expiresAt ? t.integrations.oldSecret(format.dateTime(expiresAt)) : t.integrations.secret}
          value={secret}
        />
      ))}
      {isReplacing && (
        <ConfirmDialog
          title={t.integrations.replaceTitle}
          lead={t.integrations.replaceLead}
          confirm={t.integrations.replace}
          onClose={() => setIsReplacing(false)}
          act={async () => {
            queries.setQueryData(
              key,
              await bodyOf(client.POST('/admin/v1/custom-event-types/{id}/signing-secret', path)),
            );
            say(t.integrations.replaced);
            setIsReplacing(false);
          }}
        />
      )}
    </section>
  );
}
