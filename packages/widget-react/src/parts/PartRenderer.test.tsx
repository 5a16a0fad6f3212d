import { describe, expect, it } from 'vitest';
import type { ParagraphBlock } from '@sotto/widget-core/content';
import { WidgetProvider } from '../WidgetProvider';
import { renderWidget } from '../testing/renderWidget';
import { Parts } from './PartRenderer';
import { HeadingBaseContext } from './TextPart';

/** A paragraph that counts how often it is looked at. */
function paragraph(index: number, words: string, looks: { count: number }): ParagraphBlock {
  return {
    kind: 'paragraph',
    get id() {
      looks.count += 1;
      return String(index);
    },
    inlines: [{ kind: 'text', text: words }],
  };
}

describe('W-16 drawing a text that grows', () => {
  it('looks at the last few blocks for a token, however many there are, and mounts none again', () => {
    const costs = [40, 400].map((count) => {
      const looks = { count: 0 };
      const closed = Array.from({ length: count }, (_, index) => paragraph(index, `Block ${index}`, looks));
      const { rerender, container, unmount, widget } = renderWidget(
        <Parts blocks={[...closed, paragraph(count, 'Op', looks)]} />,
      );
      const show = (...more: ParagraphBlock[]): void => {
        rerender(
          <WidgetProvider widget={widget}>
            <Parts blocks={[...closed, ...more]} />
          </WidgetProvider>,
        );
      };
      const elements = [...container.querySelectorAll('p')];
      looks.count = 0;
      show(paragraph(count, 'Open', looks));
      const cost = looks.count;
      show(...Array.from({ length: 40 }, (_, index) => paragraph(count + index, 'Open', looks)));
      const now = [...container.querySelectorAll('p')];
      expect(now).toHaveLength(count + 40);
      expect(elements.every((element, index) => element === now[index])).toBe(true);
      unmount();
      return cost;
    });
    expect(costs[0]).toBeLessThanOrEqual(16);
    expect(costs[1]).toBeLessThanOrEqual(16);
  });

  it('puts few things beside each other, however many blocks there are, and leaves those where they are that are there (A306)', () => {
    const looks = { count: 0 };
    const blocks = Array.from({ length: 3_000 }, (_, index) => paragraph(index, `Block ${index}`, looks));
    const { rerender, container, widget } = renderWidget(
      <div className="all">
        <Parts blocks={blocks.slice(0, 500)} />
      </div>,
    );
    const elements = [...container.querySelectorAll('p')];
    rerender(
      <WidgetProvider widget={widget}>
        <div className="all">
          <Parts blocks={blocks} />
        </div>
      </WidgetProvider>,
    );
    const now = [...container.querySelectorAll('p')];
    expect(now.map(({ textContent }) => textContent)).toEqual(blocks.map((_, index) => `Block ${index}`));
    expect(elements.every((element, index) => element === now[index])).toBe(true);
    expect(
      Math.max(...[...container.querySelectorAll('.all, .all *')].map(({ children }) => children.length)),
    ).toBeLessThan(600);
  });
});

describe('W-16 headings', () => {
  it('follow the title above them, whatever level was written', () => {
    const headings = [3, 4, 3, 8].map((level, index) => ({
      kind: 'heading' as const,
      id: String(index),
      level: level as 3,
      inlines: [{ kind: 'text' as const, text: `Heading ${String(index)}` }],
    }));
    const { container } = renderWidget(
      <HeadingBaseContext value={3}>
        <Parts blocks={headings} />
      </HeadingBaseContext>,
    );
    expect([...container.querySelectorAll('.sotto-heading')].map(({ tagName }) => tagName)).toEqual([
      'H2',
      'H3',
      'H2',
      'H6',
    ]);
  });
});
