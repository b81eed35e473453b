import { bodyOf, client, type Schemas } from './client';
import { type Page, searchTogether } from './lists';

export type Purchase = Schemas['Purchase'];
export type PurchaseItem = Schemas['PurchaseItem'];
export type PurchaseSummary = Schemas['PurchaseSummary'];
export type Product = Schemas['Product'];
export type ProductBuyers = Schemas['ProductBuyers'];

const rowsPerPage = 50;
const path = (id: string) => ({ params: { path: { id } } });

// The purchases, newest first; or those whose id in the shop begins with a text.
export const loadPurchases = (text: string, cursor: string | undefined, signal: AbortSignal) =>
  bodyOf(
    client.GET('/admin/v1/purchases/', {
      params: { query: { purchaseId: text || undefined, pageSize: rowsPerPage, cursor } },
      signal,
    }),
  );

export const loadPurchase = (id: string) => bodyOf(client.GET('/purchases/{id}', path(id)));

// The products, newest first; or those whose name or id in the shop begins with a text.
export function loadProducts(text: string, cursor: string | undefined, signal: AbortSignal): Promise<Page<Product>> {
  const load = (query: { name?: string; productId?: string; cursor?: string }) =>
    bodyOf(client.GET('/admin/v1/products/', { params: { query: { ...query, pageSize: rowsPerPage } }, signal }));
  if (!text) return load({ cursor });
  return searchTogether(['name', 'productId'], (search, onward) => load({ [search]: text, cursor: onward }), cursor);
}

export const loadProduct = (id: string) => bodyOf(client.GET('/products/{id}', path(id)));

export const loadBuyers = (id: string) => bodyOf(client.GET('/admin/v1/products/{id}/buyers', path(id)));
