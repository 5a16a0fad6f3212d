import { waitFor } from '@testing-library/react';
import { useState } from 'react';
import type * as content from '@sotto/widget-core/content';
import { describe, expect, it, vi } from 'vitest';
import { renderWidget } from '../testing/renderWidget';
import { MessageText } from './MessageText';

/** How often a piece was read since it was last set to nothing. */
const reading = vi.hoisted(() => ({ pieces: 0 }));
vi.mock('@sotto/widget-core/content', async (importOriginal) => {
  const original = await importOriginal<typeof content>();
  return {
    ...original,
    createStreamingContent: (options: object) =>
      original.createStreamingContent(options, () => {
        reading.pieces += 1;
      }),
  };
});

describe('A306 a text of very many blocks', () => {
  it('A301 is read as far as it is drawn, and further when that is drawn', async () => {
    reading.pieces = 0;
    const text = 'a\n\n'.repeat(4_000);
    const { container } = renderWidget(
      <MessageText text={text} isGrowing={false} isFromBot math={false} className="text" />,
    );
    expect(reading.pieces).toBeLessThan(1_000);
    await waitFor(
      () => {
        expect(container.querySelectorAll('p')).toHaveLength(4_000);
      },
      { timeout: 15_000 },
    );
    // None of it twice: what a step ends with is the only piece that is read again.
    expect(reading.pieces).toBeLessThan(4_100);
  });

  it('is drawn in pieces, and whole in the end', async () => {
    const { container } = renderWidget(
      <MessageText text={'a\n\n'.repeat(900)} isGrowing={false} isFromBot math={false} className="text" />,
    );
    expect(container.querySelectorAll('p').length).toBeLessThanOrEqual(400);
    await waitFor(
      () => {
        expect(container.querySelectorAll('p')).toHaveLength(900);
      },
      { timeout: 15_000 },
    );
  });

  it('and of very many characters is read as far as is sensible, and complete', async () => {
    const { container } = renderWidget(
      <MessageText
        text={`${'**a** b\n\n'.repeat(11_200)}**end**`}
        isGrowing={false}
        isFromBot
        math={false}
        className="text"
      />,
    );
    expect(container.querySelector('strong')?.textContent).toBe('a');
    expect(container.querySelector('.sotto-plain')?.textContent.endsWith('**end**')).toBe(true);
  });

  it('is read on both sides of a short line, and where it is not read a token changes one piece', () => {
    const long = `\`\`\`js\n${'x'.repeat(150_000)}`;
    let grow: (text: string) => void = () => undefined;
    function Growing() {
      const [text, setText] = useState(long);
      grow = setText;
      return <MessageText text={text} isGrowing isFromBot math={false} className="text" />;
    }
    const { container, change } = renderWidget(<Growing />);
    // The first line is not all that is read.
    expect(container.querySelector('code')?.textContent).toHaveLength(100_000 - '```js\n'.length);
    const pieces = container.querySelectorAll('.sotto-plain > p');
    expect(pieces.length).toBeGreaterThan(10);
    const watcher = new MutationObserver(() => undefined);
    watcher.observe(container, { subtree: true, childList: true, characterData: true });
    change(() => {
      grow(`${long}y`);
    });
    const changed = watcher.takeRecords().map(({ target }) => target);
    expect(new Set(changed).size).toBe(1);
    expect(pieces[pieces.length - 1]?.contains(changed[0] ?? null)).toBe(true);
  });

  it('does not rise into its place as a short one does', () => {
    const isLong = (text: string) =>
      renderWidget(<MessageText text={text} isGrowing={false} isFromBot math={false} className="text" />)
        .container.querySelector('.text')
        ?.hasAttribute('data-long');
    expect(isLong('word '.repeat(1_000))).toBe(false);
    expect(isLong('word '.repeat(2_000))).toBe(true);
  });
});
