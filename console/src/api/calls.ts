import { bodyOf, client } from './client';

// Makes the dead calls of an event type again, however many there are, and tells how many there were.
export async function retryDeadCalls(eventTypeId: string): Promise<number> {
  let count = 0;
  let areMoreLeft = true;
  while (areMoreLeft) {
    const answer = await bodyOf(client.POST('/admin/v1/deliveries/retry-all', { body: { eventTypeId } }));
    count += answer.retried;
    areMoreLeft = answer.areMoreLeft && answer.retried > 0;
  }
  return count;
}
