import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '~/api/client';
import { type Texts, useText } from '~/text/t';
import { Button } from './Button';

interface EmptyProps {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  // There is nothing else on the page.
  isPage?: boolean;
}

export function Empty({ title, children, action, isPage }: EmptyProps) {
  return (
    <div className="empty">
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

// Stands where something is loading; it shows itself after 200 ms, so that a quick answer does not flicker.
export function Skeleton({ lines = 6 }: { lines?: number }) {
  const t = useText();
  return (
    <div className="skeleton" role="status" aria-label={t.states.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <i key={line} />
      ))}
    </div>
  );
}

// What happened, in words for people: the server's own where there are any.
export function wordsOf(error: unknown, t: Texts): string {
  if (!(error instanceof ApiError)) return t.states.broken;
  if (error.status === 0) return t.states.offline;
  if (error.isSignedOut) return t.states.signedOut;
  if (error.status === 403) return t.states.forbidden(error.message);
  const problems = error.problems.map((problem) => `${problem.path}: ${problem.reason}`).join('; ');
  return problems ? `${error.message} ${problems}` : error.message;
}

export function ErrorBox({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useText();
  return (
    <div className="error-box" role="alert">
      <CircleAlert aria-hidden />
      <div>{wordsOf(error, t)}</div>
      {onRetry && (
        <Button small onClick={onRetry}>
          {t.states.retry}
        </Button>
      )}
    </div>
  );
}
