export interface LiveAnswer {
  number: number;
  askAgainIn: number;
}

interface Refusal {
  status: number;
  retryAfterSeconds?: number;
}

export interface Following {
  // Kept back by the server until the number is not `after` any more.
  ask: (after: number | undefined, signal: AbortSignal) => Promise<LiveAnswer>;
  // Something may be shown that is not so any more.
  onChange: () => void;
  pause: (seconds: number, signal: AbortSignal) => Promise<void>;
  // In seconds.
  now: () => number;
}

const secondsBetween = 1;
const secondsBetweenMax = 30;

// Asks until it is aborted, one request at a time and at most once a second. Ends by itself when nobody is signed in.
// The first answer is a change as well: what is shown may have been read before it.
export async function follow({ ask, onChange, pause, now }: Following, signal: AbortSignal): Promise<void> {
  let after: number | undefined;
  let failures = 0;
  while (!signal.aborted) {
    const askedAt = now();
    let seconds: number;
    try {
      const answer = await ask(after, signal);
      if (signal.aborted) return;
      failures = 0;
      const isFirst = after === undefined;
      if (answer.number !== after) onChange();
      after = answer.number;
      seconds = Math.max(answer.askAgainIn, isFirst ? 0 : askedAt + secondsBetween - now());
    } catch (error) {
      if (signal.aborted) return;
      const { status, retryAfterSeconds } = error as Partial<Refusal>;
      if (status === 401) return;
      seconds = retryAfterSeconds ?? Math.min(secondsBetween * 2 ** failures++, secondsBetweenMax);
    }
    if (seconds > 0) await pause(seconds, signal);
  }
}
