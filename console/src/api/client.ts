import createClient from 'openapi-fetch';
import type { components, paths } from './schema';

export type Schemas = components['schemas'];

export interface FieldProblem {
  path: string;
  reason: string;
}

// Why something was not done, in the server's words. A status of 0: nobody answered.
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly problems: FieldProblem[];
  readonly retryAfterSeconds: number | undefined;
  // The server no longer knows who is asking; its words are for programs.
  isSignedOut = false;

  constructor(
    status: number,
    detail: string,
    more: { code?: string; problems?: FieldProblem[]; retryAfterSeconds?: number } = {},
  ) {
    super(detail);
    this.status = status;
    this.code = more.code;
    this.problems = more.problems ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  // What is wrong with the value at a JSON Pointer of the body.
  at(path: string): string | undefined {
    return this.problems.find((problem) => problem.path === path)?.reason;
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const told = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const text = (name: string) => (typeof told[name] === 'string' ? (told[name] as string) : undefined);
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new ApiError(response.status, text('detail') ?? response.statusText, {
    code: text('code') ?? text('type'),
    problems: Array.isArray(told.validationErrors) ? (told.validationErrors as FieldProblem[]) : [],
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
  });
}

type Listener = () => void;
const signedOutListeners = new Set<Listener>();

// Calls back when the server no longer knows who is asking.
export function onSignedOut(listener: Listener): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

const consoleHeaders = { 'X-Tradewind-Console': '1' };

// The one fetch. Whatever is refused is thrown as an ApiError.
async function consoleFetch(request: Request): Promise<Response> {
  // The server takes changes only from what no form of another page can send, with or without a body.
  if (request.method !== 'GET' && !request.headers.has('Content-Type'))
    request.headers.set('Content-Type', 'application/json');
  let response: Response;
  try {
    response = await fetch(request);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError(0, '');
  }
  if (response.ok) return response;
  const error = await errorOf(response);
  const asked = `${request.method} ${new URL(request.url).pathname}`;
  const isAboutSignIn = asked === 'GET /admin/v1/me' || asked === 'POST /admin/v1/sessions/';
  if (response.status === 401 && !isAboutSignIn) {
    error.isSignedOut = true;
    for (const listener of signedOutListeners) listener();
  }
  throw error;
}

export const client = createClient<paths>({
  baseUrl: window.location.origin,
  headers: consoleHeaders,
  fetch: consoleFetch,
});

// The body of an answer; refusals were thrown before.
export async function bodyOf<Body>(answer: Promise<{ data?: Body }>): Promise<Body> {
  return (await answer).data as Body;
}

// The beginning of a text file.
export async function readText(address: string, bytesMax: number, signal?: AbortSignal): Promise<string> {
  const headers = { ...consoleHeaders, Range: `bytes=0-${bytesMax - 1}` };
  const response = await consoleFetch(new Request(new URL(address, window.location.origin), { headers, signal }));
  return response.text();
}

// Lets the browser save something under a name.
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

// A file of the service, saved under a name.
export async function saveFile(path: string, name: string): Promise<void> {
  const response = await consoleFetch(new Request(new URL(path, window.location.origin), { headers: consoleHeaders }));
  saveBlob(await response.blob(), name);
}
