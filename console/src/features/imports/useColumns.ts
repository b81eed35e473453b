import { useEffect, useMemo, useState } from 'react';
import type { ImportKind } from '~/api/imports';
import { useContactFields } from '~/text/vocabulary';
import { type ContactField, matchColumns } from './columns';

export interface MatchedColumns {
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
  // What can be chosen for a column; empty where columns are taken by their own names.
  known: ContactField[];
  // The field of each column, undefined for one that is left out; undefined where nothing is chosen.
  fields: (string | undefined)[] | undefined;
  choose: (number: number, field: string | undefined) => void;
  // What is missing before the file can be sent.
  missing: 'key' | undefined;
}

// Which field each column of a file of contacts is. Those of other files are named as they must be.
export function useColumns(kind: ImportKind, columns: string[] | undefined): MatchedColumns {
  const isMatched = kind === 'contacts';
  const query = useContactFields(isMatched);
  const known = useMemo(() => query.data?.filter((field) => !field.readOnly), [query.data]);
  const key = columns?.join('\n');
  const matched = useMemo(
    () => (key !== undefined && known ? matchColumns(key.split('\n'), known) : undefined),
    [key, known],
  );
  const [chosen, setChosen] = useState(matched);
  useEffect(() => setChosen(matched), [matched]);
  const fields = isMatched ? chosen : undefined;
  const hasKey = fields?.some((field) => field === '_email' || field === '_externalId');
  return {
    isLoading: isMatched && columns !== undefined && !fields && !query.error,
    error: isMatched ? query.error : null,
    retry: () => void query.refetch(),
    known: isMatched ? (known ?? []) : [],
    fields,
    // A field is that of one column: whichever had it gives it up.
    choose: (number, field) =>
      setChosen(
        fields?.map((one, at) => (at === number ? field : field !== undefined && one === field ? undefined : one)),
      ),
    missing: isMatched && !hasKey ? 'key' : undefined,
  };
}
