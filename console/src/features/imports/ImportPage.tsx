import './imports.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { cancelImport, deleteImport, hasEnded, type Import, loadImport, reportOf } from '~/api/imports';
import { useLive } from '~/api/live';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { IfMay } from '~/ui/IfMay';
import { One } from '~/ui/One';
import { ErrorBox } from '~/ui/states';
import { say } from '~/ui/toasts';
import { ImportState, shareOf } from './ImportState';
import { Refused } from './Refused';

export default function ImportPage() {
  const t = useText();
  const { kind, id = '' } = useParams();
  const isOfPurchases = kind === 'purchases';
  const one = useQuery({
    queryKey: ['imports', isOfPurchases, id],
    queryFn: () => loadImport(isOfPurchases, id),
  });
  useLive(one.data && hasEnded(one.data) ? [] : ['imports'], [['imports', isOfPurchases, id]]);
  const gone = { title: t.imports.gone, help: t.imports.goneHelp, list: t.imports.title, href: '/imports' };
  return (
    <One of={one} gone={gone}>
      {(known) => <Known one={known} />}
    </One>
  );
}

function Known({ one }: { one: Import }) {
  const t = useText();
  const format = useFormat();
  const [, go] = useLocation();
  const queries = useQueryClient();
  const [isDeleting, setIsDeleting] = useState(false);
  const isOfPurchases = one.type === 'purchases';
  const list = isOfPurchases ? '/imports?of=purchases' : '/imports';
  const cancel = useMutation({
    mutationFn: () => cancelImport(isOfPurchases, one.id),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['imports'] });
      say(t.imports.cancelled);
    },
    onError: () => undefined,
  });
  const report = reportOf(one);
  const figures: [string, number][] = [
    [t.imports.columns.rows, one.total],
    [t.imports.columns.taken, one.success],
    [t.imports.columns.refused, one.errors],
  ];
  return (
    <div className="page">
      <div className="page-head">
        <Link href={list} className="crumb">
          {t.imports.title}
        </Link>
        <span className="crumb" aria-hidden>
          /
        </span>
        <h1>{t.imports.kinds[one.type]}</h1>
        <ImportState of={one} />
        <span className="grow" />
        {report && (
          <a href={report} className="button" download>
            <Download aria-hidden />
            {t.imports.report}
          </a>
        )}
        {hasEnded(one) ? (
          <IfMay scope="import:delete">
            <Button look="danger" icon={<Trash2 aria-hidden />} onClick={() => setIsDeleting(true)}>
              {t.actions.delete}
            </Button>
          </IfMay>
        ) : (
          <IfMay scope="import:write">
            <Button look="danger" icon={<X aria-hidden />} disabled={cancel.isPending} onClick={() => cancel.mutate()}>
              {t.imports.cancel}
            </Button>
          </IfMay>
        )}
      </div>
      <p className="dim">
        {t.imports.begun(format.dateTime(one.createdAt))}
        {one.finishedAt && ` · ${t.imports.ended(format.dateTime(one.finishedAt))}`}
      </p>
      {cancel.error && <ErrorBox error={cancel.error} />}
      {one.errorReason && <p>{one.errorReason}</p>}
      {!hasEnded(one) && <progress className="import-progress" value={shareOf(one)} aria-label={t.imports.progress} />}
      <dl className="import-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="figures">{format.number(value)}</dd>
          </div>
        ))}
      </dl>
      {report && hasEnded(one) && <Refused address={report} id={one.id} total={one.errors} />}
      {isDeleting && (
        <ConfirmDialog
          title={t.imports.deleteTitle}
          lead={t.imports.deleteLead}
          confirm={t.actions.delete}
          onClose={() => setIsDeleting(false)}
          act={async () => {
            await deleteImport(isOfPurchases, one.id);
            say(t.imports.deleted);
            go(list);
            queries.removeQueries({ queryKey: ['imports', isOfPurchases, one.id] });
            void queries.invalidateQueries({ queryKey: ['imports'] });
          }}
        />
      )}
    </div>
  );
}
