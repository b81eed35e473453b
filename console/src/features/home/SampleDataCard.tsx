import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { addSampleData, isUnderWay, removeSampleData, type SampleData, useSampleData } from '~/api/sampleData';
import { useMay } from '~/api/session';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { ErrorBox } from '~/ui/states';
import { say } from '~/ui/toasts';

// Says that what is shown is not the store's own, and takes it away again.
export function SampleDataCard() {
  const t = useText();
  const may = useMay();
  const queries = useQueryClient();
  const { data } = useSampleData();
  const [isAsking, setIsAsking] = useState(false);
  const forget = useMutation({
    mutationFn: removeSampleData,
    onSuccess: (now) => queries.setQueryData(['sample-data'], now),
  });
  const state = data?.state;
  const before = useRef(state);
  useEffect(() => {
    const ended = before.current !== state && (before.current === 'adding' || before.current === 'removing');
    // Everything on the page tells of other things now.
    if (ended) void queries.invalidateQueries();
    if (ended && before.current === 'removing' && data && !hasTrouble(data)) say(t.home.sample.removed);
    before.current = state;
  }, [state, data, queries, t]);
  if (!data || (data.state === 'none' && !hasTrouble(data))) return null;
  const words = t.home.sample[data.state];
  const remove = async () => {
    queries.setQueryData(['sample-data'], await removeSampleData());
    setIsAsking(false);
  };
  return (
    <section className="card sample-data">
      <header>
        <h2>{words.title}</h2>
        {(data.state === 'there' || data.state === 'adding') && may('settings:write') && (
          <Button small onClick={() => setIsAsking(true)}>
            {t.home.sample.remove}
          </Button>
        )}
        {data.state === 'none' && may('settings:write') && (
          <Button small disabled={forget.isPending} onClick={() => forget.mutate()}>
            {t.home.sample.seen}
          </Button>
        )}
      </header>
      <div className="sample-words" aria-live="polite">
        <p className="dim">{words.help}</p>
        {data.problem && <p>{data.problem}</p>}
        {data.state === 'none' && data.kept.length > 0 && (
          <ul>
            {data.kept.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
      </div>
      {isUnderWay(data) && (
        <progress aria-label={words.title} value={data.state === 'adding' ? data.daysDone / data.days : undefined} />
      )}
      {isAsking && (
        <ConfirmDialog
          title={t.home.sample.removeTitle}
          lead={t.home.sample.removeLead}
          confirm={t.home.sample.confirm}
          onClose={() => setIsAsking(false)}
          act={remove}
        />
      )}
    </section>
  );
}

const hasTrouble = ({ kept, problem }: SampleData) => kept.length > 0 || problem !== null;

// Fills an empty store with one click.
export function AddSampleData() {
  const t = useText();
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: addSampleData,
    onSuccess: (begun) => queries.setQueryData(['sample-data'], begun),
    onError: () => undefined,
  });
  return (
    <>
      <Button small disabled={add.isPending} onClick={() => add.mutate()}>
        {t.home.first.sample.action}
      </Button>
      {add.error && <ErrorBox error={add.error} />}
    </>
  );
}
