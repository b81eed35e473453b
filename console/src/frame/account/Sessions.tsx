import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bodyOf, client } from '~/api/client';
import { useList } from '~/api/lists';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';
import { Button } from '~/ui/Button';
import { ErrorBox, Skeleton } from '~/ui/states';
import { say } from '~/ui/toasts';
import { browserOf } from './browser';

export function Sessions() {
  const t = useText();
  const format = useFormat();
  const queries = useQueryClient();
  const list = useList(['sessions'], (cursor, signal) =>
    bodyOf(client.GET('/admin/v1/sessions/', { params: { query: { cursor } }, signal })),
  );
  const end = useMutation({
    mutationFn: (id: string) => client.DELETE('/admin/v1/sessions/{id}', { params: { path: { id } } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      say(t.account.sessionEnded);
    },
  });
  if (list.error) return <ErrorBox error={list.error} onRetry={list.refresh} />;
  if (list.isLoading) return <Skeleton lines={3} />;
  return (
    <>
      <p className="dim">{t.account.sessionsLead}</p>
      <ul className="sessions">
        {list.rows.map((session) => (
          <li key={session.id}>
            <span className="session-words">
              <strong title={session.userAgent}>{browserOf(session.userAgent) || t.account.unknownBrowser}</strong>
              <span className="dim">
                {session.address} · {t.account.lastUsed(format.ago(session.lastUsedAt))}
              </span>
            </span>
            {session.isCurrent ? (
              <Badge tone="good">{t.account.here}</Badge>
            ) : (
              <Button
                small
                aria-label={`${t.account.endSession}: ${browserOf(session.userAgent)} ${session.address}`}
                disabled={end.isPending}
                onClick={() => end.mutate(session.id)}
              >
                {t.account.endSession}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {list.loadMore && (
        <Button small look="quiet" onClick={list.loadMore} disabled={list.isLoadingMore}>
          {t.actions.loadMore}
        </Button>
      )}
    </>
  );
}
