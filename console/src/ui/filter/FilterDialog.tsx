import { useState } from 'react';
import type { FilterVocabulary } from '~/api/fields';
import { type Filter, isAboutContacts } from '~/api/filters';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { useFilterVocabulary } from '~/text/vocabulary';
import { Button } from '../Button';
import { Dialog, DialogFoot } from '../Dialog';
import { ErrorBox, Skeleton } from '../states';
import { FilterBuilder } from './FilterBuilder';
import { filterOfPart, isComplete, treeOf } from './model';
import { countWords, useCount } from './useCount';

interface Props {
  title: string;
  filter: Filter | undefined;
  confirm: string;
  // What it can ask beside the words of every filter.
  more?: Pick<FilterVocabulary, 'paths' | 'moments'>;
  onClose: () => void;
  // Undefined: no filter any more.
  onDone: (filter: Filter | undefined) => void;
}

export default function FilterDialog({ title, filter, confirm, more, onClose, onDone }: Props) {
  const t = useText();
  const format = useFormat();
  const known = useFilterVocabulary();
  const vocabulary = known.data && { ...known.data, ...more };
  const [tree, setTree] = useState(() => treeOf(filter));
  const isReady = vocabulary !== undefined && isComplete(vocabulary, tree);
  const made = isReady ? filterOfPart(tree) : undefined;
  const count = useCount(made);
  return (
    <Dialog title={title} onClose={onClose} isVeryWide>
      {known.error ? (
        <ErrorBox error={known.error} onRetry={() => void known.refetch()} />
      ) : vocabulary ? (
        <FilterBuilder vocabulary={vocabulary} tree={tree} onChange={setTree} />
      ) : (
        <Skeleton lines={4} />
      )}
      <DialogFoot>
        <span className="dialog-words">
          {made && isAboutContacts(made) && count.data
            ? t.segments.count(countWords(count.data, format))
            : tree.children.length && !made
              ? t.segments.unfinished
              : ''}
        </span>
        <Button onClick={onClose}>{t.actions.cancel}</Button>
        <Button
          look="main"
          disabled={!made && tree.children.length > 0}
          onClick={() => onDone(tree.children.length ? made : undefined)}
        >
          {confirm}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
