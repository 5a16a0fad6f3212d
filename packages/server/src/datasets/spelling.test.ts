import { describe, expect, it } from 'vitest';
import { createSpellingIndex } from './spelling';

const { correct } = createSpellingIndex([
  'Install the chat on your website',
  'Change the language, change the colours',
  'Where conversations are stored',
]);

describe('FH-6 slips of the pen', () => {
  it.each([
    ['hwo do i instal the chat', 'how do i install the chat'],
    ['chnage langauge', 'change language'],
    ['conversatoins', 'conversations'],
    ['webiste', 'website'],
  ])('FH-6: reads %j as %j', (written, meant) => {
    expect(correct(written)).toBe(meant);
  });

  it.each(['capital of France', 'asdfghjkl qwertz', 'wie installiere ich', 'cat', 'インストール', 'GPT'])(
    'FH-6: leaves %j as it is',
    (written) => {
      expect(correct(written)).toBe(written);
    },
  );

  it('corrects the first words of a text that nobody would type as a question, and no word of a hundred letters', () => {
    expect(correct('webiste '.repeat(12).trim())).toBe('website '.repeat(12).trim());
    expect(correct(`${'asdfghjkl '.repeat(12)}webiste`)).toMatch(/webiste$/);
    const long = `a${'b'.repeat(99)}`;
    expect(createSpellingIndex([long]).correct(`ab${long.slice(1)}`)).toBe(`ab${long.slice(1)}`);
  });
});
