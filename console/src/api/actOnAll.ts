import type { ApiError } from './client';
import type { Contact } from './contacts';
import { cursorOf, type Page } from './lists';
import { pause } from './pause';

// The server takes so many contacts at once.
const contactsAtOnce = 100;

export interface BulkProgress {
  people: number;
  done: number;
  // How many were left as they are, by the reason.
  left: Record<string, number>;
  // Where it goes on; undefined when all was done.
  next: string | undefined;
}

// What became of one of them: undefined when it was done, else why not.
export type Left = string | undefined;

export interface BulkWork {
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Pick<Contact, 'id'>>>;
  act: (ids: string[], signal: AbortSignal) => Promise<Left[]>;
}

// Whoever asks for too much at once waits, and asks again.
async function patiently<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const { status, retryAfterSeconds } = error as Partial<Pick<ApiError, 'status' | 'retryAfterSeconds'>>;
      if (status !== 429 || signal.aborted) throw error;
      await pause(retryAfterSeconds ?? 5, signal);
    }
  }
}

// Does something to everybody in a list, page by page, from where `from` stopped. Tells how far it is after each page.
export async function actOnAll(
  { load, act }: BulkWork,
  from: BulkProgress | undefined,
  signal: AbortSignal,
  tell: (progress: BulkProgress) => void,
): Promise<void> {
  let progress: BulkProgress = from ?? { people: 0, done: 0, left: {}, next: undefined };
  do {
    const page = await patiently(() => load(progress.next, signal), signal);
    const ids = page.results.map(({ id }) => id);
    const left = { ...progress.left };
    let { people, done } = progress;
    for (let first = 0; first < ids.length; first += contactsAtOnce) {
      const some = ids.slice(first, first + contactsAtOnce);
      for (const reason of await patiently(() => act(some, signal), signal)) {
        ++people;
        if (reason === undefined) ++done;
        else left[reason] = (left[reason] ?? 0) + 1;
      }
    }
    progress = { people, done, left, next: cursorOf(page.links.next) };
    tell(progress);
  } while (progress.next && !signal.aborted);
}
