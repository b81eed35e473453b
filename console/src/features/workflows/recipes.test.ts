import { describe, expect, it } from 'vitest';
import { filled, guess, needsOf, type Offers, recipes } from './recipes';

const offers: Offers = {
  couponSet: [{ id: 'c1', name: 'Summer' }],
  segment: [
    { id: 's1', name: 'Best' },
    { id: 's2', name: 'Lapsed' },
  ],
  sendEventType: [],
  event: [
    { id: 'cart-left', name: 'Cart left' },
    { id: 'cart-updated', name: 'Cart updated' },
  ],
};

describe('a recipe', () => {
  it.each(Object.entries(recipes))('names what it needs of the store (%s)', (_, definition) => {
    const none = filled(definition, {});
    expect(JSON.stringify(none)).not.toMatch(/"<[a-z ]+>"/);
    expect(none.nodes.map((node) => node.id)).toEqual(definition.nodes.map((node) => node.id));
  });

  it('is filled with what was chosen, and without what was not', () => {
    const cart = recipes['abandoned-cart'];
    expect(needsOf(cart).map((need) => need.what)).toEqual(['event', 'sendEventType']);
    const { nodes } = filled(cart, { 'cart-updated': 'cart-left', '<event type>': '' });
    expect(nodes.find((node) => node.id === 'cart')).toMatchObject({ event: 'cart-left' });
    expect(nodes.find((node) => node.id === 'remind')).not.toHaveProperty('eventTypeId');
  });

  it('guesses what is meant where that is plain', () => {
    expect(guess({ word: '<coupon set>', what: 'couponSet' }, offers)).toBe('c1');
    expect(guess({ word: '<segment>', what: 'segment' }, offers)).toBe('');
    expect(guess({ word: 'cart-updated', what: 'event' }, offers)).toBe('cart-updated');
    expect(guess({ word: '<event type>', what: 'sendEventType' }, offers)).toBe('');
  });
});
