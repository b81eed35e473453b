import { ApiError } from '~/api/client';
import type { ReadWorkflow, WorkflowContent } from '~/api/workflows';

// saved: the server has it. waiting: not yet. lost: nobody answers; it is kept here and tried again. refused: the server
// does not take it. conflict: somebody else saved something else meanwhile.
export type SaveState = 'saved' | 'waiting' | 'saving' | 'lost' | 'refused' | 'conflict';

export interface Door {
  send: (known: ReadWorkflow, content: WorkflowContent) => Promise<ReadWorkflow>;
  load: () => Promise<ReadWorkflow>;
}

export interface Saved {
  state: SaveState;
  // As the server answered last, with its incidents.
  known: ReadWorkflow;
  error: ApiError | undefined;
  // In a conflict, what the other one saved.
  theirs: ReadWorkflow | undefined;
}

export const saveAfterMilliseconds = 700;
export const tryAgainMilliseconds = 4_000;

export const contentOf = ({ name, definition }: WorkflowContent): WorkflowContent => ({ name, definition });
export const isSame = (one: WorkflowContent, other: WorkflowContent) =>
  JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other));

// Nobody answered, or not now: the same may be taken later.
const isPassing = (error: ApiError) =>
  error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500;

// Keeps what is edited, and brings it to the server a moment after it was changed last.
export class Saver {
  private saved: Saved;
  private content: WorkflowContent;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly door: Door;

  constructor(known: ReadWorkflow, door: Door) {
    this.door = door;
    this.content = contentOf(known);
    this.saved = { state: 'saved', known, error: undefined, theirs: undefined };
  }

  now = (): Saved => this.saved;

  listen = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  put(content: WorkflowContent): void {
    this.content = content;
    if (this.saved.state === 'conflict' || this.saved.state === 'saving') return;
    if (isSame(content, this.saved.known)) {
      clearTimeout(this.timer);
      this.tell({ state: 'saved', error: undefined });
      return;
    }
    if (this.saved.state !== 'lost') this.tell({ state: 'waiting' });
    this.later(saveAfterMilliseconds);
  }

  // What the server has now, read for another reason. Tells whether it is something new that takes the place of what is here.
  see(read: ReadWorkflow): boolean {
    const { known, state } = this.saved;
    if (read === known) return false;
    const isNews = !isSame(read, known);
    if (isNews && state !== 'saved') return false;
    this.tell({ known: read });
    return isNews;
  }

  // At once. What is saved when it returns is in the state.
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    while (this.running) await this.running;
    if (this.saved.state === 'conflict' || isSame(this.content, this.saved.known)) return;
    this.running = this.save().finally(() => {
      this.running = undefined;
    });
    await this.running;
  }

  // Ends a conflict: from now on the other one's is what was known, whatever is kept.
  async settle(content: WorkflowContent): Promise<void> {
    const { theirs } = this.saved;
    if (!theirs) return;
    this.tell({ known: theirs, theirs: undefined, state: 'saved', error: undefined });
    this.put(content);
    await this.flush();
  }

  private later(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), milliseconds);
  }

  private async save(): Promise<void> {
    const sent = this.content;
    this.tell({ state: 'saving' });
    try {
      const known = await this.door.send(this.saved.known, sent);
      this.tell({ state: 'saved', known, error: undefined });
      this.put(this.content);
    } catch (cause) {
      await this.fail(cause);
    }
  }

  private async fail(cause: unknown): Promise<void> {
    if (!(cause instanceof ApiError)) throw cause;
    if (cause.status === 412) return this.compare();
    if (isPassing(cause)) {
      this.tell({ state: 'lost', error: cause });
      this.later(tryAgainMilliseconds);
    } else {
      this.tell({ state: 'refused', error: cause });
    }
  }

  // Somebody changed the workflow. What they changed may be something else, such as whether it runs.
  private async compare(): Promise<void> {
    try {
      const theirs = await this.door.load();
      if (isSame(theirs, this.saved.known)) {
        this.tell({ known: theirs, state: 'waiting' });
        this.later(0);
      } else if (isSame(theirs, this.content)) {
        this.tell({ known: theirs, state: 'saved', error: undefined });
      } else {
        this.tell({ state: 'conflict', theirs });
      }
    } catch (cause) {
      await this.fail(cause);
    }
  }

  private tell(change: Partial<Saved>): void {
    this.saved = { ...this.saved, ...change };
    for (const listener of this.listeners) listener();
  }
}
