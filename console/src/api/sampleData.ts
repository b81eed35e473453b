import { useQuery } from '@tanstack/react-query';
import { bodyOf, client, type Schemas } from './client';

export type SampleData = Schemas['SampleData'];

const lookMilliseconds = 500;

export const isUnderWay = (data: SampleData) => data.state === 'adding' || data.state === 'removing';

export function useSampleData() {
  return useQuery({
    queryKey: ['sample-data'],
    queryFn: () => bodyOf(client.GET('/admin/v1/sample-data')),
    refetchInterval: (query) => (query.state.data && isUnderWay(query.state.data) ? lookMilliseconds : false),
  });
}

export const addSampleData = () => bodyOf(client.POST('/admin/v1/sample-data'));
export const removeSampleData = () => bodyOf(client.DELETE('/admin/v1/sample-data'));
