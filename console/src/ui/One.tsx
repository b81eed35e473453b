import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ApiError } from '~/api/client';
import { Empty, ErrorBox, Skeleton } from './states';

interface Props<Value> {
  of: UseQueryResult<Value>;
  // What is said when there is no such thing, and the list that leads to others.
  gone: { title: string; help: string; list: string; href: string };
  children: (value: Value) => ReactNode;
}

// The one thing that a page is about: loading, gone, not to be read, or there. What is there stays when a later reading fails.
export function One<Value>({ of, gone, children }: Props<Value>) {
  if (of.error instanceof ApiError && (of.error.status === 404 || of.error.status === 400)) {
    return (
      <Empty
        isPage
        title={gone.title}
        action={
          <Link href={gone.href} className="button">
            {gone.list}
          </Link>
        }
      >
        {gone.help}
      </Empty>
    );
  }
  if (of.data !== undefined) return children(of.data);
  return (
    <div className="page">
      {of.error ? <ErrorBox error={of.error} onRetry={() => void of.refetch()} /> : <Skeleton lines={10} />}
    </div>
  );
}
