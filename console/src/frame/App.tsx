import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError, onSignedOut } from '~/api/client';
import { type Me, readMe } from '~/api/session';
import { chooseLanguage, useText, withTexts } from '~/text/t';
import { Dialog } from '~/ui/Dialog';
import { late } from '~/ui/late';
import { ErrorBox } from '~/ui/states';
import { SignIn, SignInForm } from './SignIn';

// It comes while the server says who is asking, with its words.
const shell = withTexts('pages', import('./Shell'));
const Shell = late(() => shell);
const Setup = late(() => import('./Setup'));

export function App() {
  const t = useText();
  const [location, go] = useLocation();
  const queries = useQueryClient();
  const isSetup = location === '/setup';
  const me = useQuery({ queryKey: ['me'], queryFn: readMe, enabled: !isSetup, staleTime: 60_000 });
  const [hasEnded, setHasEnded] = useState(false);
  useEffect(() => onSignedOut(() => setHasEnded(true)), []);

  const welcome = (known: Me) => {
    if (known.person) void chooseLanguage(known.person.language);
    queries.setQueryData(['me'], known);
  };

  if (isSetup) {
    return (
      <Setup
        onDone={(known) => {
          welcome(known);
          go('/', { replace: true });
        }}
      />
    );
  }
  if (me.data) {
    return (
      <>
        <Shell me={me.data} isSignedIn={!hasEnded} />
        {hasEnded && (
          <Dialog title={t.signIn.again} onClose={() => undefined} mustAnswer>
            <p>{t.signIn.againLead}</p>
            <SignInForm
              email={me.data.person?.email}
              onDone={(known) => {
                welcome(known);
                setHasEnded(false);
                void queries.invalidateQueries();
              }}
            />
          </Dialog>
        )}
      </>
    );
  }
  if (me.error instanceof ApiError && me.error.status === 401) {
    return (
      <SignIn
        onDone={(known) => {
          // Of whoever was here before. Who is asking stays: this page looks at it.
          queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
          welcome(known);
          setHasEnded(false);
        }}
      />
    );
  }
  if (me.error) {
    return (
      <main className="alone">
        <ErrorBox error={me.error} onRetry={() => void me.refetch()} />
      </main>
    );
  }
  return null;
}
