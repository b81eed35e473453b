import './exports.css';
import { useQueryClient } from '@tanstack/react-query';
import { Download, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { bodyOf, client, type Schemas } from '~/api/client';
import { filterOf } from '~/api/filters';
import { useList } from '~/api/lists';
import { useLive } from '~/api/live';
import { useMay, useMe } from '~/api/session';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { useFilterVocabulary } from '~/text/vocabulary';
import { Badge } from '~/ui/Badge';
import { Button } from '~/ui/Button';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { IfMay } from '~/ui/IfMay';
import { ListView } from '~/ui/ListView';
import { Empty } from '~/ui/states';
import type { Column } from '~/ui/Table';
import { say } from '~/ui/toasts';
import { NewExportDialog } from './NewExportDialog';

type Export = Schemas['Export'];

// Files of what the store holds. `?segment=` or `?filter=` in the address begins one of these people, `?new` one of all.
export default function ExportsPage() {
  const t = useText();
  const format = useFormat();
  const queries = useQueryClient();
  const may = useMay();
  const [parameters, setParameters] = useSearchParams();
  const segmentId = parameters.get('segment') ?? undefined;
  const filter = filterOf(parameters.get('filter'));
  const [isMaking, setIsMaking] = useState(segmentId !== undefined || filter !== undefined || parameters.has('new'));
  const [deleting, setDeleting] = useState<Export>();
  const list = useList(['exports'], (cursor, signal) =>
    bodyOf(client.GET('/admin/v1/exports/', { params: { query: { pageSize: 50, cursor } }, signal })),
  );
  useLive(['exports'], [['exports']]);
  const columns: Column<Export>[] = [
    { id: 'what', title: t.exports.columns.what, cell: (one) => <What of={one} /> },
    { id: 'state', title: t.exports.columns.state, cell: (one) => <State of={one} /> },
    {
      id: 'rows',
      title: t.exports.columns.rows,
      isNumber: true,
      isWideOnly: true,
      cell: (one) =>
        one.status === 'queued' ? '' : format.number(one.status === 'finished' ? one.total : one.progress),
    },
    {
      id: 'asked',
      title: t.exports.columns.asked,
      isNumber: true,
      isWideOnly: true,
      cell: (one) => format.ago(one.createdAt),
    },
    {
      id: 'file',
      title: t.exports.columns.file,
      isNumber: true,
      cell: (one) => (
        <span className="row-actions">
          {one.fileUrl && (
            <a href={one.fileUrl} className="button small" aria-label={t.exports.download} download={one.fileName}>
              <Download aria-hidden />
              <span className="wide-only">{t.exports.download}</span>
            </a>
          )}
          {may('export:delete') && (
            <Button
              small
              look="quiet"
              icon={<Trash2 aria-hidden />}
              label={t.actions.delete}
              onClick={() => setDeleting(one)}
            />
          )}
        </span>
      ),
    },
  ];
  const make = (
    <IfMay scope="export:write">
      <Button look="main" icon={<Plus aria-hidden />} onClick={() => setIsMaking(true)}>
        {t.exports.new}
      </Button>
    </IfMay>
  );
  return (
    <div className="page full">
      <div className="page-head">
        <h1>{t.exports.title}</h1>
        <span className="grow" />
        {make}
      </div>
      <ListView
        label={t.exports.title}
        list={list}
        columns={columns}
        idOf={(one) => one.id}
        empty={
          <Empty title={t.exports.noneTitle} action={make}>
            {t.exports.none}
          </Empty>
        }
      />
      {isMaking && may('export:write') && (
        <NewExportDialog
          segmentId={segmentId}
          filter={filter}
          onClose={() => {
            setIsMaking(false);
            setParameters({}, { replace: true });
          }}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={t.exports.deleteTitle}
          lead={t.exports.deleteLead}
          confirm={t.actions.delete}
          onClose={() => setDeleting(undefined)}
          act={async () => {
            await client.DELETE('/admin/v1/exports/{id}', { params: { path: { id: deleting.id } } });
            await queries.invalidateQueries({ queryKey: ['exports'] });
            say(t.exports.deleted);
            setDeleting(undefined);
          }}
        />
      )}
    </div>
  );
}

function What({ of }: { of: Export }) {
  const t = useText();
  const format = useFormat();
  const { data: vocabulary } = useFilterVocabulary();
  const { segmentId, fromDate, toDate } = of.filters ?? {};
  const words = [
    segmentId && (vocabulary?.segments.find((segment) => segment.id === segmentId)?.name ?? t.exports.ofSegment),
    of.filters?.filter && t.exports.ofFilter,
    of.personalFields === false && t.exports.withoutPersonal,
    fromDate && toDate && t.exports.between(format.date(fromDate), format.date(toDate)),
    of.filters?.activityTypes?.map((kind) => (t.timeline.other as Record<string, string>)[kind] ?? kind).join(', '),
  ].filter(Boolean);
  return (
    <>
      <span className="row-link">{t.exports.types[of.exportType]}</span>
      {words.length > 0 && <span className="dim"> {words.join(' · ')}</span>}
    </>
  );
}

function State({ of }: { of: Export }) {
  const t = useText();
  const format = useFormat();
  const role = useMe()?.person?.role;
  if (of.status === 'finished') {
    if (of.fileUrl) return <Badge tone="good">{t.exports.states.finished}</Badge>;
    const isHidden = role === 'analyst' && of.personalFields !== false && of.exportType !== 'data-explorer';
    return <Badge>{isHidden ? t.exports.states.fileHidden : t.exports.states.fileGone}</Badge>;
  }
  if (of.status === 'error') return <Badge tone="bad">{t.exports.states.error}</Badge>;
  if (of.status === 'queued') return <Badge tone="accent">{t.exports.states.queued}</Badge>;
  // How many a filter finds is known at the end.
  if (of.filters?.filter) return <Badge tone="accent">{t.exports.states.found(format.number(of.progress))}</Badge>;
  return (
    <Badge tone="accent">{t.exports.states.inProgress(format.percent(of.total ? of.progress / of.total : 0))}</Badge>
  );
}
