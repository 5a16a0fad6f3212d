import { describe, expect, it } from 'vitest';
import { maskPersonalData } from './privacy';

describe('W-43 privacy: what a model is not told', () => {
  it.each([
    ['write to ada.lovelace+shop@example.co.uk please', 'write to [email] please'],
    ['card 4111 1111 1111 1111, valid 12/27', 'card [card number], valid 12/27'],
    ['4111-1111-1111-1111', '[card number]'],
    ['call +44 20 7946 0000 or 020 7946 0000', 'call [phone number] or [phone number]'],
    ['order 12345 of 2026', 'order 12345 of 2026'],
    ['3 pieces, 19.99 each', '3 pieces, 19.99 each'],
  ])('%s', (text, masked) => {
    expect(maskPersonalData(text)).toBe(masked);
  });
});
