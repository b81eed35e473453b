// Over sooner when the signal says so.
export function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, seconds * 1000);
    signal.addEventListener('abort', end);
  });
}
