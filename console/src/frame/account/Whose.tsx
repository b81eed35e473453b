import type { Me } from '~/api/session';

// Tells programs that keep passwords whose the one beside it is.
export function Whose({ me }: { me: Me }) {
  return (
    <input className="unseen" tabIndex={-1} autoComplete="username" aria-hidden value={me.person?.email} readOnly />
  );
}
