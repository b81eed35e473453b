import { useEffect, useRef } from 'react';
import type { ImportTrial } from '~/api/imports';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { TextField } from '~/ui/fields';
import { ErrorBox, Skeleton } from '~/ui/states';
import type { ChosenFile } from './useFile';
import type { Trial } from './useTrial';

const rowsShown = 20;

type Refusal = ImportTrial['refused'][0];

// What would become of the first rows. Those that would be refused are changed here and tried again.
export function TrialOutcome({
  file,
  trial,
  names,
}: {
  file: ChosenFile;
  trial: Trial;
  names: (string | undefined)[];
}) {
  const t = useText();
  const format = useFormat();
  const title = useRef<HTMLHeadingElement>(null);
  const hasTriedAgain = useRef(false);
  const { outcome } = trial;
  // What was mended goes from the list, and the focus with it: it goes to where the new outcome is told.
  useEffect(() => {
    if (!hasTriedAgain.current || trial.isTrying) return;
    hasTriedAgain.current = false;
    title.current?.focus();
  }, [trial.isTrying]);
  if (trial.error) return <ErrorBox error={trial.error} onRetry={trial.retry} />;
  if (!outcome) return <Skeleton lines={4} />;
  const { refused } = outcome;
  const figures: [string, number][] = [
    [t.imports.columns.rows, outcome.lookedAt],
    [t.imports.wouldTake, outcome.lookedAt - refused.length],
    [t.imports.wouldRefuse, refused.length],
  ];
  return (
    <section className="stack" aria-busy={trial.isTrying}>
      <h2 ref={title} tabIndex={-1}>
        {t.imports.trialTitle}
      </h2>
      <p className="dim">{trial.isWhole ? t.imports.unchanged : t.imports.unchangedFirst}</p>
      <div role="status">
        <dl className="import-figures">
          {figures.map(([name, count]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="figures">{format.number(count)}</dd>
            </div>
          ))}
        </dl>
      </div>
      {refused.length > 0 && (
        <>
          <div className="trial-head">
            <p className="dim">{t.imports.mendLead}</p>
            <Button
              disabled={!file.hasChanges || trial.isTrying}
              onClick={() => {
                hasTriedAgain.current = true;
                file.takeChanges();
              }}
            >
              {t.imports.tryAgain}
            </Button>
          </div>
          {refused.slice(0, rowsShown).map((refusal) => (
            <RefusedRow key={refusal.line} refusal={refusal} file={file} names={names} />
          ))}
          {refused.length > rowsShown && (
            <p className="dim">{t.imports.moreRefused(format.number(refused.length - rowsShown))}</p>
          )}
        </>
      )}
    </section>
  );
}

function RefusedRow({ refusal, file, names }: { refusal: Refusal; file: ChosenFile; names: (string | undefined)[] }) {
  const t = useText();
  const format = useFormat();
  const columns = file.beginning?.columns ?? [];
  const row = file.beginning?.rows.find(({ line }) => line === refusal.line);
  const cells = row ? file.cellsOf(row) : [];
  // The reason names the fields that it is about.
  const blamed: (string | undefined)[] = refusal.reason.split(/[^\w-]+/);
  // Of a row with too few or too many cells, all are shown.
  const isUneven = row?.cells.length !== columns.length;
  return (
    <fieldset className="card refused-row">
      <legend>
        <strong>{t.imports.lineOf(format.number(refusal.line))}</strong>{' '}
        <span className="refused">{refusal.reason}</span>
      </legend>
      {row &&
        cells.map(
          (cell, number) =>
            (isUneven || names[number] !== undefined) && (
              <TextField
                key={number}
                label={columns[number] || t.imports.cell(format.number(number + 1))}
                value={cell}
                aria-invalid={blamed.includes(names[number]) || undefined}
                onChange={(text) => file.setCell(row, number, text)}
              />
            ),
        )}
    </fieldset>
  );
}
