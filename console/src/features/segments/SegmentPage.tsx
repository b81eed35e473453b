import './segment.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Redo2, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { ApiError, bodyOf, client } from '~/api/client';
import { nameOf } from '~/api/contacts';
import { type Filter, filterOf } from '~/api/filters';
import { useLive } from '~/api/live';
import { createSegment, loadSegment, type ReadSegment, saveSegment } from '~/api/segments';
import { useMay } from '~/api/session';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { useFilterVocabulary } from '~/text/vocabulary';
import { Badge } from '~/ui/Badge';
import { Button } from '~/ui/Button';
import { TextField } from '~/ui/fields';
import { FilterBuilder } from '~/ui/filter/FilterBuilder';
import { filterOfPart, isComplete, treeOf } from '~/ui/filter/model';
import { IfMay } from '~/ui/IfMay';
import { One } from '~/ui/One';
import { ErrorBox, Skeleton } from '~/ui/states';
import { TypedNameDialog } from '~/ui/TypedNameDialog';
import { say } from '~/ui/toasts';
import { UsedBy } from '~/ui/UsedBy';
import { ConflictDialog } from './ConflictDialog';
import { SegmentAnswer } from './SegmentAnswer';
import { SegmentState } from './SegmentState';
import { filterOfSegment, useEditing } from './useEditing';

export default function SegmentPage() {
  const t = useText();
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  const isNew = id === 'new';
  const segment = useQuery({
    queryKey: ['segments', id],
    queryFn: () => loadSegment(id),
    enabled: !isNew,
  });
  useLive(segment.data ? [`segment:${id}`] : [], [['segments', id]]);
  if (isNew) return <Editor key="new" segment={undefined} first={filterOf(parameters.get('filter'))} />;
  return (
    <One
      of={segment}
      gone={{ title: t.segments.gone, help: t.segments.goneHelp, list: t.segments.title, href: '/segments' }}
    >
      {(known) => <Editor key={id} segment={known} first={undefined} />}
    </One>
  );
}

// A filter in which nothing is left to say, or undefined.
function useFinished(tree: ReturnType<typeof treeOf>): Filter | undefined {
  const { data: vocabulary } = useFilterVocabulary();
  return vocabulary && isComplete(vocabulary, tree) ? filterOfPart(tree) : undefined;
}

function Editor({ segment, first }: { segment: ReadSegment | undefined; first: Filter | undefined }) {
  const t = useText();
  const format = useFormat();
  const [, go] = useLocation();
  const queries = useQueryClient();
  const vocabulary = useFilterVocabulary();
  const may = useMay();
  const [isDeleting, setIsDeleting] = useState(false);
  const [theirs, setTheirs] = useState<ReadSegment>();
  const { history, isChanged, tag, settle } = useEditing(segment, first);
  const { name, tree } = history.now;
  const filter = useFinished(tree);
  const isStatic = segment?.kind === 'static';

  const save = useMutation({
    // On top of what somebody else saved, once that was seen.
    mutationFn: (seen: string | undefined) => {
      const body = isStatic ? { name } : { name, filter };
      return segment ? saveSegment(segment.id, seen, body) : createSegment({ name, filter });
    },
    onSuccess: (saved) => {
      settle(saved);
      queries.setQueryData(['segments', saved.id], saved);
      void queries.invalidateQueries({ queryKey: ['segments'] });
      void queries.invalidateQueries({ queryKey: ['vocabulary'] });
      say(saved.build && saved.build.state !== 'ready' ? t.segments.savedBuilding : t.segments.saved);
      if (!segment) go(`/segments/${saved.id}`, { replace: true });
    },
    onError: async (refusal) => {
      if (segment && refusal instanceof ApiError && refusal.status === 412) setTheirs(await loadSegment(segment.id));
    },
  });
  const error = save.error instanceof ApiError && save.error.status !== 412 ? save.error : null;

  return (
    <div className="page">
      <div className="page-head">
        <Link href="/segments" className="crumb">
          {t.segments.title}
        </Link>
        <span className="crumb" aria-hidden>
          /
        </span>
        <h1>{segment?.name ?? t.segments.new}</h1>
        {segment && <SegmentState segment={segment} />}
        {isChanged && <Badge tone="warning">{t.segments.unsaved}</Badge>}
        <span className="grow" />
        {may('segment:write') && (
          <>
            <Button
              look="quiet"
              icon={<Undo2 aria-hidden />}
              label={t.segments.undo}
              disabled={!history.undo}
              onClick={history.undo}
            />
            <Button
              look="quiet"
              icon={<Redo2 aria-hidden />}
              label={t.segments.redo}
              disabled={!history.redo}
              onClick={history.redo}
            />
          </>
        )}
        {segment && (
          <IfMay scope="export:write">
            <Link href={`/exports?segment=${segment.id}`} className="button">
              <Download aria-hidden />
              {t.exports.new}
            </Link>
          </IfMay>
        )}
        <IfMay scope="segment:write">
          {segment && (
            <Button look="danger" icon={<Trash2 aria-hidden />} onClick={() => setIsDeleting(true)}>
              {t.actions.delete}
            </Button>
          )}
          <Button
            look="main"
            disabled={!isChanged || !name.trim() || (!isStatic && !filter) || save.isPending}
            onClick={() => save.mutate(tag)}
          >
            {save.isPending ? t.actions.saving : t.segments.save}
          </Button>
        </IfMay>
      </div>
      {!may('segment:write') && <p className="dim">{t.may.lookOnly}</p>}
      {error && !error.at('/name') && <ErrorBox error={error} />}
      <div className="segment-columns">
        <div className="stack">
          <div className="segment-name">
            <TextField
              label={t.segments.name}
              value={name}
              maxLength={200}
              autoFocus={!segment}
              onChange={(next) => history.change({ name: next, tree }, 'name')}
              wrong={error?.at('/name')}
            />
          </div>
          {isStatic ? (
            <p className="dim">{t.segments.staticHelp}</p>
          ) : vocabulary.error ? (
            <ErrorBox error={vocabulary.error} onRetry={() => void vocabulary.refetch()} />
          ) : vocabulary.data ? (
            <section aria-label={t.segments.builder}>
              <FilterBuilder
                vocabulary={vocabulary.data}
                tree={tree}
                onChange={(next) => history.change({ name, tree: next })}
              />
            </section>
          ) : (
            <Skeleton lines={5} />
          )}
          {segment && <UsedBy of="segments" id={segment.id} />}
        </div>
        {isStatic && segment ? (
          <section className="card answer">
            <p className="answer-count figures">{format.number(segment.members)}</p>
            <Members id={segment.id} />
          </section>
        ) : (
          <SegmentAnswer
            filter={filter}
            isEmpty={tree.children.length === 0}
            members={segment?.build?.state === 'ready' && !isChanged ? segment.members : undefined}
          />
        )}
      </div>
      {theirs && (
        <ConflictDialog
          mine={{ name, filter: isStatic ? undefined : filter }}
          theirs={theirs}
          onMine={() => {
            setTheirs(undefined);
            save.mutate(theirs.tag);
          }}
          onTheirs={() => {
            setTheirs(undefined);
            settle(theirs, { name: theirs.name, tree: treeOf(filterOfSegment(theirs)) });
            queries.setQueryData(['segments', theirs.id], theirs);
          }}
        />
      )}
      {isDeleting && segment && (
        <TypedNameDialog
          title={t.segments.deleteTitle(segment.name)}
          lead={t.segments.deleteLead}
          word={segment.name}
          ask={t.segments.deleteType(segment.name)}
          confirm={t.actions.delete}
          onClose={() => setIsDeleting(false)}
          act={async () => {
            await client.DELETE('/admin/v1/segments/{id}', { params: { path: { id: segment.id } } });
            void queries.invalidateQueries({ queryKey: ['segments', 'list'] });
            void queries.invalidateQueries({ queryKey: ['vocabulary'] });
            say(t.segments.deleted);
            go('/segments');
          }}
        />
      )}
    </div>
  );
}

function Members({ id }: { id: string }) {
  const t = useText();
  const format = useFormat();
  const members = useQuery({
    queryKey: ['segments', id, 'members'],
    queryFn: () =>
      bodyOf(client.GET('/admin/v1/segments/{id}/members/', { params: { path: { id }, query: { pageSize: 10 } } })),
  });
  return (
    <>
      <h2>{t.segments.members}</h2>
      {members.error && <ErrorBox error={members.error} />}
      <ul className="sample">
        {members.data?.results.map((member) => (
          <li key={member.contact.id}>
            <Link href={`/contacts/${member.contact.id}`}>{nameOf(member.contact) || t.contacts.unnamed}</Link>
            <span className="dim">{format.ago(member.enteredAt)}</span>
          </li>
        ))}
      </ul>
      <Link href={`/contacts?filter=${encodeURIComponent(JSON.stringify({ segment: id }))}`}>{t.segments.showAll}</Link>
    </>
  );
}
