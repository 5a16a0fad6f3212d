import { describe, expect, it } from 'vitest';
import { describeStarters, joinIntro, readStarters, splitIntro } from './starters';

describe('OW-13 starter questions of an introduction', () => {
  it('are the links without an address at its end; others stay in the text', () => {
    expect(splitIntro('Hello! [Prices](/prices) or [this]() first.\n\n[How do I start?]() [What is it?]( )\n')).toEqual(
      {
        text: 'Hello! [Prices](/prices) or [this]() first.',
        starters: ['How do I start?', 'What is it?'],
      },
    );
    expect(splitIntro('Hello')).toEqual({ text: 'Hello', starters: [] });
    expect(splitIntro('[One?]()')).toEqual({ text: '', starters: ['One?'] });
  });

  it('are written back as they were read, one per line, without brackets', () => {
    const intro = 'Hello!\n\n[How do I start?]() [What is it?]()';
    expect(joinIntro(splitIntro(intro))).toBe(intro);
    expect(readStarters(' How [do] I start?\r\n\n  \nWhat is it?')).toEqual(['How do I start?', 'What is it?']);
    expect(joinIntro({ text: ' ', starters: [] })).toBe('');
  });
});

describe('what is said of starters that a site proposes', () => {
  it('calls only questions questions', () => {
    expect(describeStarters(['How long does it take?', '送料は？'])).toMatch(/^Your pages answer these questions/);
    expect(describeStarters(['How long does it take?', 'Shipping'])).toMatch(/^These are questions and titles of/);
    expect(describeStarters(['Shipping', 'Returns'])).toMatch(/^These are titles of your pages/);
    expect(describeStarters([])).toMatch(/^No heading of your pages asks a question/);
  });
});
