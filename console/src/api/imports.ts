import { bodyOf, client, type Schemas } from './client';
import type { Page } from './lists';

// An import of either kind: of contacts, products and codes, or of past purchases.
export type Import = Schemas['Import'] | Schemas['PurchaseImport'];
export type ImportKind = Import['type'];
export type ImportTrial = Schemas['ImportTrial'];

export const hasEnded = (one: Import) => one.status !== 'queued' && one.status !== 'inProgress';

const path = (id: string) => ({ params: { path: { id } } });

export function loadImports(
  isOfPurchases: boolean,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<Import>> {
  const options = { params: { query: { pageSize: 50, cursor } }, signal };
  return isOfPurchases
    ? bodyOf(client.GET('/admin/v1/purchase-imports/', options))
    : bodyOf(client.GET('/admin/v1/imports/', options));
}

export const loadImport = (isOfPurchases: boolean, id: string): Promise<Import> =>
  isOfPurchases
    ? bodyOf(client.GET('/admin/v1/purchase-imports/{id}', path(id)))
    : bodyOf(client.GET('/admin/v1/imports/{id}', path(id)));

export const cancelImport = (isOfPurchases: boolean, id: string): Promise<Import> =>
  isOfPurchases
    ? bodyOf(client.POST('/admin/v1/purchase-imports/{id}/cancel', path(id)))
    : bodyOf(client.POST('/admin/v1/imports/{id}/cancel', path(id)));

export async function deleteImport(isOfPurchases: boolean, id: string): Promise<void> {
  if (isOfPurchases) await client.DELETE('/admin/v1/purchase-imports/{id}', path(id));
  else await client.DELETE('/admin/v1/imports/{id}', path(id));
}

export interface Upload {
  kind: ImportKind;
  file: Blob;
  delimiter: ',' | ';';
  overrideExisting: boolean;
  updateOnlyEmptyFields: boolean;
  couponSetId?: string;
  segmentId?: string;
}

function formOf({ kind, file, delimiter, ...options }: Upload): { body: never; bodySerializer: () => FormData } {
  const form = new FormData();
  form.set('type', kind);
  form.set('delimiter', delimiter);
  for (const [name, value] of Object.entries(options)) if (value !== undefined) form.set(name, String(value));
  // Last, so that what is wrong with the rest is told before all of it is sent.
  form.set('file', file, 'import.csv');
  return { body: {} as never, bodySerializer: () => form };
}

export function startImport(upload: Upload): Promise<Import> {
  const { kind, file, delimiter } = upload;
  return kind === 'purchases'
    ? bodyOf(
        client.POST('/admin/v1/purchase-imports/', {
          params: { query: { delimiter } },
          headers: { 'Content-Type': 'text/csv' },
          body: '',
          bodySerializer: () => file,
        }),
      )
    : bodyOf(client.POST('/admin/v1/imports/', formOf(upload)));
}

// What would become of a file. Nothing is changed; past purchases cannot be tried.
export const tryImport = (upload: Upload, signal: AbortSignal): Promise<ImportTrial> =>
  bodyOf(client.POST('/admin/v1/imports/trial', { ...formOf(upload), signal }));

// Where the report on refused rows is, if there are any.
export function reportOf(one: Import): string | undefined {
  if ('errorReportFileUrl' in one) return one.errorReportFileUrl;
  return one.type === 'purchases' && one.errors > 0 ? `/admin/v1/purchase-imports/${one.id}/errors` : undefined;
}
