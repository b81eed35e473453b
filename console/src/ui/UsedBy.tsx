import './used-by.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { loadUsers, type Used, type User } from '~/api/usedBy';
import { type Texts, useText } from '~/text/t';
import { ErrorBox, Skeleton } from './states';

const pages = { segment: '/segments', workflow: '/workflows', report: '/reports' };

function asideOf(user: User, t: Texts): string {
  const versions = user.versions?.length ? t.usedBy.versions(user.versions.join(', ')) : undefined;
  const draft = user.isInDraft ? t.usedBy.draft : undefined;
  return [t.usedBy.kinds[user.kind], versions, draft].filter(Boolean).join(', ');
}

// What names something, so that whoever changes or deletes it knows what else that is about.
export function UsedBy({ of, id }: { of: Used; id: string }) {
  const t = useText();
  const users = useQuery({
    queryKey: ['used-by', of, id],
    queryFn: ({ signal }) => loadUsers(of, id, signal),
  });
  return (
    <section className="used-by">
      <h2>{t.usedBy.title}</h2>
      {users.error && <ErrorBox error={users.error} onRetry={() => void users.refetch()} />}
      {users.isPending && <Skeleton lines={2} />}
      {users.data?.length === 0 && <p className="dim">{t.usedBy.nothing}</p>}
      {users.data && users.data.length > 0 && (
        <ul>
          {users.data.map((user) => (
            <li key={user.id}>
              <Link href={`${pages[user.kind]}/${user.id}`}>{user.name}</Link>
              <span className="dim">{asideOf(user, t)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
