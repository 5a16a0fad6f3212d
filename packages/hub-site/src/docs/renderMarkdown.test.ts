import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './renderMarkdown';

const render = (text: string) => renderMarkdown(text, (link) => link).html;
const namesIn = (html: string) => [...html.matchAll(/role="region" aria-label="([^"]*)"/g)].map(([, name]) => name);

describe('H-11 documentation', () => {
  it('names every part that can be scrolled after its section, each differently', () => {
    const html = render(
      '```sh\na\n```\n\n# Start\n\n```sh\nb\n```\n\n```sh\nc\n```\n\n| a |\n|---|\n| b |\n\n## "Quotes" & more\n\n```\nd\n```',
    );
    expect(namesIn(html)).toEqual([
      'Code, sh',
      'Code, sh: Start',
      'Code, sh: Start (2)',
      'Table: Start',
      expect.stringMatching(/^Code: .*Quotes.* more$/),
    ]);
  });

  it('tells two parts apart whose sections differ in case alone, which no screen reader says', () => {
    expect(namesIn(render('## open\n\n```ts\na\n```\n\n## Open\n\n```ts\nb\n```'))).toEqual([
      'Code, ts: open',
      'Code, ts: Open (2)',
    ]);
  });

  it('makes no header of an empty cell', () => {
    const html = render('| | Free |\n|---|---|\n| Chats | 3 |');
    expect(html).toContain('<tr><td></td><th>Free</th></tr>');
  });

  it('shows pictures with their words, fetched when they come near', () => {
    expect(render('![The "Hub" & more](images/hub/hub.webp)')).toMatch(
      /<img src="images\/hub\/hub\.webp" alt="The .*Hub.* more" loading="lazy">/,
    );
  });
});
