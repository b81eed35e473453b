import { Plus } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { bodyOf, client } from '~/api/client';
import { useList } from '~/api/lists';
import { useLive } from '~/api/live';
import type { Segment } from '~/api/needs';
import { useMay } from '~/api/session';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { IfMay } from '~/ui/IfMay';
import { ListView } from '~/ui/ListView';
import { Empty } from '~/ui/states';
import type { Column } from '~/ui/Table';
import { SegmentState } from './SegmentState';

// Of those that are being filled, as many as are followed.
const buildsFollowed = 6;

export default function SegmentsPage() {
  const t = useText();
  const format = useFormat();
  const [, go] = useLocation();
  const may = useMay();
  const list = useList(['segments', 'list'], (cursor, signal) =>
    bodyOf(client.GET('/admin/v1/segments/', { params: { query: { pageSize: 50, cursor } }, signal })),
  );
  // Whoever enters or leaves one is an event.
  const builds = list.rows.filter(({ build }) => build?.state === 'queued' || build?.state === 'building');
  const topics = builds.slice(0, buildsFollowed).map(({ id }) => `segment:${id}` as const);
  useLive(['segments', ...(may('contact:read') ? (['events'] as const) : []), ...topics], [['segments', 'list']]);
  const columns: Column<Segment>[] = [
    {
      id: 'name',
      title: t.segments.columns.name,
      cell: (segment) => (
        <Link href={`/segments/${segment.id}`} className="row-link" tabIndex={-1}>
          {segment.name}
        </Link>
      ),
    },
    {
      id: 'members',
      title: t.segments.columns.members,
      isNumber: true,
      cell: (segment) => format.number(segment.members),
    },
    { id: 'kind', title: t.segments.columns.kind, isWideOnly: true, cell: (segment) => t.segments.kinds[segment.kind] },
    {
      id: 'state',
      title: t.segments.columns.state,
      isWideOnly: true,
      cell: (segment) => <SegmentState segment={segment} />,
    },
    {
      id: 'updated',
      title: t.segments.columns.updated,
      isNumber: true,
      isWideOnly: true,
      cell: (segment) => format.ago(segment.updatedAt),
    },
  ];
  const create = (
    <IfMay scope="segment:write">
      <Link href="/segments/new" className="button main">
        <Plus aria-hidden />
        {t.segments.new}
      </Link>
    </IfMay>
  );
  return (
    <div className="page full">
      <div className="page-head">
        <h1>{t.segments.title}</h1>
        <span className="grow" />
        {create}
      </div>
      <ListView
        label={t.segments.title}
        list={list}
        columns={columns}
        idOf={(segment) => segment.id}
        onOpen={(segment) => go(`/segments/${segment.id}`)}
        empty={
          <Empty title={t.segments.noneTitle} action={create}>
            {t.segments.none}
          </Empty>
        }
      />
    </div>
  );
}
