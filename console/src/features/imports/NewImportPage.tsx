import './imports.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type ImportKind, startImport } from '~/api/imports';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Select } from '~/ui/fields';
import { IfMay } from '~/ui/IfMay';
import { ErrorBox, Skeleton } from '~/ui/states';
import { Columns } from './Columns';
import { namesOf } from './columns';
import { lineOf } from './csv';
import { FileField } from './FileField';
import { firstOptions, Options } from './Options';
import { TrialOutcome } from './TrialOutcome';
import { useColumns } from './useColumns';
import { useFile } from './useFile';
import { useTrial } from './useTrial';

// A file, how its columns are understood, what happens to what is there already, and what would become of it; then it is
// sent.
export default function NewImportPage() {
  const t = useText();
  const [, go] = useLocation();
  const queries = useQueryClient();
  const [kind, setKind] = useState<ImportKind>('contacts');
  const [options, setOptions] = useState(firstOptions);
  const file = useFile();
  const columns = useColumns(kind, file.beginning?.columns);
  const isReady =
    file.beginning !== undefined && columns.missing === undefined && (kind !== 'coupons' || options.couponSetId !== '');
  const { what, couponSetId, segmentId } = options;
  const how = {
    kind,
    delimiter: file.delimiter,
    overrideExisting: what !== 'leave',
    updateOnlyEmptyFields: what === 'fill',
    couponSetId: kind === 'coupons' ? couponSetId : undefined,
    segmentId: kind === 'contacts' && segmentId ? segmentId : undefined,
  };
  const header = columns.fields && lineOf(namesOf(columns.fields), file.delimiter);
  const canBeTried = isReady && kind !== 'purchases' && !columns.isLoading;
  const trial = useTrial(file, header, how, canBeTried);
  const start = useMutation({
    mutationFn: () => startImport({ ...how, file: file.whole(header) }),
    onSuccess: (made) => {
      void queries.invalidateQueries({ queryKey: ['imports'] });
      go(`/imports/${made.type === 'purchases' ? 'purchases' : 'files'}/${made.id}`);
    },
    onError: () => undefined,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) start.mutate();
  };
  return (
    <form className="page new-import" onSubmit={submit}>
      <div className="page-head">
        <Link href="/imports" className="crumb">
          {t.imports.title}
        </Link>
        <span className="crumb" aria-hidden>
          /
        </span>
        <h1>{t.imports.new}</h1>
        <span className="grow" />
        <IfMay scope="import:write">
          <Button type="submit" look="main" disabled={!isReady || start.isPending}>
            {start.isPending ? t.imports.sending : t.imports.start}
          </Button>
        </IfMay>
      </div>
      {start.error && <ErrorBox error={start.error} />}
      <div className="import-choices">
        <Select
          label={t.imports.columns.what}
          hint={t.imports.kindHelp[kind]}
          value={kind}
          autoFocus
          choices={Object.entries(t.imports.kinds).map(([id, label]) => ({ id, label }))}
          onChange={(id) => setKind(id as ImportKind)}
        />
        <FileField file={file} />
        {kind !== 'purchases' && <Options kind={kind} options={options} onChange={setOptions} />}
      </div>
      {columns.error && <ErrorBox error={columns.error} onRetry={columns.retry} />}
      {file.beginning &&
        (columns.isLoading ? (
          <Skeleton lines={6} />
        ) : (
          <Columns beginning={file.beginning} columns={columns} tried={trial.outcome?.columns} />
        ))}
      {canBeTried && <TrialOutcome file={file} trial={trial} names={columns.fields ?? file.beginning?.columns ?? []} />}
    </form>
  );
}
