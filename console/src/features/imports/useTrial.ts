import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ImportTrial, tryImport, type Upload } from '~/api/imports';
import type { ChosenFile } from './useFile';

export interface Trial {
  outcome: ImportTrial | undefined;
  // The rows that were tried are all rows of the file.
  isWhole: boolean;
  isTrying: boolean;
  error: Error | null;
  retry: () => void;
}

// What would become of the file as it stands, tried anew whenever something else would be sent.
export function useTrial(
  file: ChosenFile,
  header: string | undefined,
  how: Omit<Upload, 'file'>,
  isEnabled: boolean,
): Trial {
  const query = useQuery({
    queryKey: ['import-trial', file.version, header, how],
    queryFn: async ({ signal }) => {
      const first = file.first(header);
      const outcome = await tryImport({ ...how, file: first.file }, signal);
      return { outcome, isWhole: first.isWhole && outcome.lookedAt === outcome.total };
    },
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Cells tell about people: they are not kept for longer than they are shown.
    gcTime: 0,
  });
  return {
    outcome: isEnabled ? query.data?.outcome : undefined,
    isWhole: query.data?.isWhole ?? false,
    isTrying: query.isFetching,
    error: isEnabled ? query.error : null,
    retry: () => void query.refetch(),
  };
}
