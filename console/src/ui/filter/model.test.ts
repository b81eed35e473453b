import { describe, expect, it } from 'vitest';
import type { FilterVocabulary } from '~/api/fields';
import type { Filter } from '~/api/filters';
import { changePart, filterOfPart, type Group, isComplete, newLine, testAbout, treeOf } from './model';

const vocabulary = {
  kinds: [
    {
      kind: 'integer',
      operators: [
        { is: 'isSet', operands: [], fitsMissing: false },
        { is: 'atLeast', operands: ['value'], fitsMissing: false },
        { is: 'between', operands: ['from', 'to'], fitsMissing: false },
      ],
    },
    { kind: 'texts', operators: [{ is: 'in', operands: ['values'], fitsMissing: false }] },
  ],
  fields: [{ id: '_points', name: 'Points', kind: 'integer' }],
  purchaseProperties: [{ name: 'category', on: 'item', kind: 'texts' }],
  events: [],
} as unknown as FilterVocabulary;

const points: Filter = { field: '_points', is: 'atLeast', value: 100 };
const buyers: Filter = { purchases: { within: { last: 'P90D' } }, amount: { atLeast: 50 } };

describe('a filter that is edited', () => {
  it.each<[string, Filter]>([
    ['a single test', points],
    ['all of two', { all: [points, buyers] }],
    ['any of two', { any: [points, buyers] }],
    ['not of a test', { not: points }],
    ['not of a group', { not: { any: [points, buyers] } }],
    ['a group in a group', { all: [points, { any: [buyers, { not: points }] }] }],
    ['not of not', { not: { not: points } }],
    ['a segment', { segment: '697083fc0b20472a18000000' }],
  ])('comes out as it went in: %s', (_, filter) => {
    expect(filterOfPart(treeOf(filter))).toEqual(filter);
  });

  it('is none without lines', () => {
    expect(filterOfPart(treeOf(undefined))).toBeUndefined();
    expect(isComplete(vocabulary, treeOf(undefined))).toBe(false);
  });

  it('loses a group that has nothing in it, and a group of one becomes that one', () => {
    const tree = treeOf({ all: [points, { any: [buyers] }, { any: [] }] });
    expect(filterOfPart(tree)).toEqual({ all: [points, buyers] });
  });

  it('changes and removes a line however deep it is', () => {
    const tree = treeOf({ all: [points, { any: [buyers, points] }] });
    const inner = tree.children[1] as Group;
    const id = inner.children[0]?.id ?? '';
    expect(filterOfPart(changePart(tree, id, () => undefined))).toEqual({ all: [points, points] });
    expect(filterOfPart(changePart(tree, id, (part) => ({ ...part, isNot: true })))).toEqual({
      all: [points, { any: [{ not: buyers }, points] }],
    });
  });

  it.each<[boolean, Filter]>([
    [true, points],
    [true, { field: '_points', is: 'isSet' }],
    [false, { field: '_points', is: 'atLeast' }],
    [false, { field: '_points', is: 'between', from: 1 }],
    [true, { field: '_points', is: 'between', from: 0, to: 1 }],
    [true, buyers],
    [false, { purchases: {}, count: { atLeast: Number.NaN } }],
    [false, { purchases: { where: [{ item: 'category', is: 'in', values: [] }] } }],
    [true, { purchases: { where: [{ item: 'category', is: 'in', values: ['Mugs'] }] } }],
    [false, { all: [points, { field: '_points', is: 'atLeast', value: '' }] }],
  ])('is complete: %s for %j', (expected, filter) => {
    expect(isComplete(vocabulary, treeOf(filter))).toBe(expected);
  });

  it('begins with an operator that asks for a value', () => {
    expect(newLine(testAbout(vocabulary, 'field _points')).test).toEqual({ field: '_points', is: 'atLeast' });
    expect(testAbout(vocabulary, 'event cart left')).toEqual({ event: 'cart left', count: { atLeast: 1 } });
  });
});
