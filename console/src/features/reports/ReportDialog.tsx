import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, bodyOf, client, type Schemas } from '~/api/client';
import { loadReport, type ReadReport, saveReport } from '~/api/reports';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { Check, Select, TextField } from '~/ui/fields';
import { ErrorBox } from '~/ui/states';
import { nameOf } from './words';

type Category = Schemas['ReportCategory'];

interface Props {
  // Undefined: a new one. Its filters stay what they are.
  report?: ReadReport;
  onClose: () => void;
  onSaved: (saved: ReadReport) => void;
}

const groupingsMax = 3;

// What is counted, by what, and how. Which parts go together is known to the service, and told at their places.
export function ReportDialog({ report, onClose, onSaved }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const [name, setName] = useState(report?.name ?? '');
  const [category, setCategory] = useState<Category>(report?.category ?? 'purchases');
  const [groupings, setGroupings] = useState(report?.groupings ?? ['yearMonth']);
  const [metrics, setMetrics] = useState(report?.metrics ?? ['numberOfPurchases']);
  // Of the state that was changed here; and what somebody else made of it meanwhile.
  const [tag, setTag] = useState(report?.tag);
  const [theirs, setTheirs] = useState<ReadReport>();
  const save = useMutation({
    mutationFn: () => {
      // What it was sorted by may be gone; then the rows stand in the order of their groups.
      const sortedBy = report?.sort?.replace(/^-/, '');
      const isSortGone = sortedBy !== undefined && ![...groupings, ...metrics].includes(sortedBy);
      const body = { name, category, groupings, metrics, ...(isSortGone ? { sort: null } : {}) };
      return report
        ? saveReport(report.id, tag, body as never)
        : bodyOf(client.POST('/admin/v1/reports/', { body: body as never }));
    },
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: ['reports'] });
      onSaved(saved);
    },
    onError: async (refusal) => {
      if (!report || !(refusal instanceof ApiError) || refusal.status !== 412) return;
      const read = await loadReport(report.id);
      setTag(read.tag);
      setTheirs(read);
    },
  });
  const isConflict = save.error instanceof ApiError && save.error.status === 412;
  const error = save.error instanceof ApiError && !isConflict ? save.error : null;
  const at = (part: string) => error?.problems.find(({ path }) => path.startsWith(part))?.reason;
  const metricProblem = at('/metrics');
  const isToldAtField = error?.problems.every(({ path }) => /^\/(name|groupings|metrics)/.test(path));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (metrics.length) save.mutate();
  };
  // All that there are words for, and what the report has besides, such as fields.
  const known = (words: Record<string, string>, own: string[]) => [...new Set([...Object.keys(words), ...own])];
  const setGrouping = (place: number, id: string) =>
    setGroupings(
      id
        ? [...groupings.slice(0, place), id, ...groupings.slice(place + 1)]
        : groupings.filter((_, number) => number !== place),
    );
  const places = Math.max(groupings.length, Math.min(groupingsMax, groupings.length + 1));
  return (
    <Dialog title={report?.name ?? t.reports.new} onClose={onClose} isWide>
      <form className="stack" onSubmit={submit}>
        <div className="report-head">
          <TextField
            label={t.reports.columns.name}
            required
            autoFocus
            maxLength={100}
            value={name}
            onChange={setName}
            wrong={error?.at('/name')}
          />
          <Select
            label={t.reports.columns.category}
            value={category}
            choices={Object.entries(t.reports.categories).map(([id, label]) => ({ id, label }))}
            onChange={(id) => setCategory(id as Category)}
          />
        </div>
        <div className="report-places">
          {Array.from({ length: places }, (_, place) => (
            <Select
              key={groupings[place] ?? 'next'}
              label={place === 0 ? t.reports.columns.by : t.reports.andBy}
              value={groupings[place] ?? ''}
              choices={[
                { id: '', label: t.reports.nothing },
                ...known(t.reports.groupings, groupings)
                  .filter((id) => id === groupings[place] || !groupings.includes(id))
                  .map((id) => ({ id, label: nameOf(id, t) })),
              ]}
              onChange={(id) => setGrouping(place, id)}
              wrong={at(`/groupings/${place}`) ?? (place === 0 ? error?.at('/groupings') : undefined)}
            />
          ))}
        </div>
        <fieldset>
          <legend>
            <h3>{t.reports.columns.metrics}</h3>
          </legend>
          <div className="report-metrics">
            {known(t.reports.metrics, metrics).map((id) => (
              <Check
                key={id}
                label={nameOf(id, t)}
                isOn={metrics.includes(id)}
                onChange={(isOn) => setMetrics(isOn ? [...metrics, id] : metrics.filter((one) => one !== id))}
              />
            ))}
          </div>
          {metricProblem && (
            <p className="wrong" role="alert">
              {t.reports.metricProblem(metricProblem)}
            </p>
          )}
        </fieldset>
        {theirs && (
          <section className="notice" role="alert" aria-label={t.reports.conflict}>
            <p>
              <strong>{t.reports.conflict}</strong> {t.reports.conflictHelp}
            </p>
            <p>
              <strong>{theirs.name}</strong>:{' '}
              {[...theirs.groupings, ...theirs.metrics].map((part) => nameOf(part, t)).join(', ')}
            </p>
            <Button
              small
              onClick={() => {
                setName(theirs.name);
                setCategory(theirs.category);
                setGroupings(theirs.groupings);
                setMetrics(theirs.metrics);
                setTheirs(undefined);
              }}
            >
              {t.segments.takeTheirs}
            </Button>
          </section>
        )}
        {save.error && !isConflict && !isToldAtField && <ErrorBox error={save.error} />}
        <DialogFoot>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button type="submit" look="main" disabled={save.isPending || !metrics.length || !name.trim()}>
            {theirs ? t.segments.keepMine : t.actions.save}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
