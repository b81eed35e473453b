import { useEffect, useMemo, useRef, useState } from 'react';
import type { Filter } from '~/api/filters';
import type { ReadSegment } from '~/api/segments';
import { filterOfPart, type Group, treeOf } from '~/ui/filter/model';
import { type History, useHistory } from '~/ui/useHistory';

export interface Draft {
  name: string;
  tree: Group;
}

export const filterOfSegment = (segment: ReadSegment | undefined) =>
  (segment?.nextFilter ?? segment?.filter) as Filter | undefined;

const draftOf = (segment: ReadSegment | undefined, first: Filter | undefined): Draft => ({
  name: segment?.name ?? '',
  tree: treeOf(filterOfSegment(segment) ?? first),
});

// What a draft says, without who its lines are.
const saidBy = ({ name, tree }: Draft) => JSON.stringify([name, filterOfPart(tree)]);

// What was not saved when somebody left a segment, until they come back or leave the console.
const left = new Map<string, Draft>();

interface Editing {
  history: History<Draft>;
  isChanged: boolean;
  // Of the state that the draft began with: what was saved since by somebody else is a conflict.
  tag: string | undefined;
  // What is here is what the server has now.
  settle: (saved: ReadSegment, next?: Draft) => void;
}

// A segment as it is edited: its name and its filter with one undo, kept when somebody goes to another page and comes back.
export function useEditing(segment: ReadSegment | undefined, first: Filter | undefined): Editing {
  const id = segment?.id ?? 'new';
  const [base, setBase] = useState(() => ({ tag: segment?.tag, said: saidBy(draftOf(segment, undefined)) }));
  const history = useHistory<Draft>(useMemo(() => draftOf(segment, first), [segment, first]));
  const { now, change, reset } = history;
  const said = useMemo(() => saidBy(now), [now]);
  const isChanged = said !== base.said;

  const isBack = useRef(false);
  useEffect(() => {
    const before = left.get(id);
    if (isBack.current || !before || first) return;
    isBack.current = true;
    change(before);
  }, [id, first, change]);

  const newest = useRef({ now, isChanged });
  newest.current = { now, isChanged };
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (newest.current.isChanged) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      if (newest.current.isChanged) left.set(id, newest.current.now);
      else left.delete(id);
    };
  }, [id]);

  // Somebody else saved it, and here nothing was changed: theirs is shown.
  useEffect(() => {
    if (!segment || segment.tag === base.tag || newest.current.isChanged) return;
    const next = draftOf(segment, undefined);
    setBase({ tag: segment.tag, said: saidBy(next) });
    if (saidBy(newest.current.now) !== saidBy(next)) reset(next);
  }, [segment, base.tag, reset]);

  return {
    history,
    isChanged,
    tag: base.tag,
    settle: (saved, next) => {
      setBase({ tag: saved.tag, said: saidBy(next ?? now) });
      // The page may be left before it is drawn again.
      newest.current = { now: next ?? now, isChanged: false };
      if (next) change(next);
    },
  };
}
