import { expect, test } from 'vitest';
import { cursorOf, type Page, searchTogether } from './lists';

const stored: Record<string, string[][]> = { name: [['a', 'b'], ['c']], productId: [['b', 'd']] };

// The pages of one search, one after another: the cursor is the number of the next.
async function load(search: string, cursor: string | undefined): Promise<Page<{ id: string }>> {
  const pages = stored[search] ?? [];
  const at = Number(cursor ?? 0);
  const links = at + 1 < pages.length ? { next: `http://127.0.0.1/?cursor=${at + 1}` } : {};
  return { links, results: (pages[at] ?? []).map((id) => ({ id })) };
}

test('several searches share a page, and only those go on that found more', async () => {
  const first = await searchTogether(['name', 'productId'], load, undefined);
  expect(first.results.map(({ id }) => id)).toEqual(['a', 'b', 'd']);
  const cursor = cursorOf(first.links.next);
  expect(cursor).toBe('{"name":"1"}');
  const second = await searchTogether(['name', 'productId'], load, cursor);
  expect(second).toEqual({ links: {}, results: [{ id: 'c' }] });
});
