import { waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createFakeWidget } from '../testing/fakeWidget';
import { renderWidget } from '../testing/renderWidget';
import { drawFormula, MAX_FORMULA_LENGTH, MAX_FORMULAS_PER_MESSAGE } from './drawFormula';
import { InlineMath, MathPart } from './MathPart';

// KaTeX asks for a page with a doctype when it is loaded; happy-dom does not say whether its page has one.
vi.hoisted(() => {
  Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' });
});

const block = (source: string) => ({ kind: 'math', id: 'b', source, raw: `$$${source}$$` }) as const;

describe('W-17 a formula', () => {
  it('FW-10 has its place held, then is drawn, with MathML for those who listen', async () => {
    const { container } = renderWidget(<MathPart block={block('x^2')} />);
    expect(container.textContent).toBe('');
    expect(container.querySelector('.sotto-skeleton[data-of="math"]')).not.toBeNull();
    await waitFor(() => {
      expect(container.querySelector('.katex-display')).not.toBeNull();
    });
    expect(container.querySelector('math annotation')?.textContent).toBe('x^2');
    expect(container.querySelector('.sotto-math-source')).toBeNull();
  });

  it('stands in a sentence', async () => {
    const { container } = renderWidget(
      <p>
        so <InlineMath inline={{ kind: 'math', source: 'a+b', display: false }} /> it is
      </p>,
    );
    expect(container.textContent).toBe('so  it is');
    await waitFor(() => {
      expect(container.querySelector('.sotto-formula:not([hidden]) .katex')).not.toBeNull();
    });
    expect(container.querySelector('.katex-display')).toBeNull();
  });

  it('is its source when it is broken, and whoever wrote it is told', async () => {
    const { container, widget } = renderWidget(<MathPart block={block('\\frac{1')} />);
    const warn = vi.spyOn(widget, 'warn');
    await waitFor(() => {
      expect(warn).toHaveBeenCalledWith(
        expect.stringMatching(/^A formula could not be set .*must be TeX.*: \\frac\{1$/),
      );
    });
    await waitFor(() => {
      expect(container.textContent).toBe('$$\\frac{1$$');
    });
    expect(container.querySelector('.sotto-formula')?.childNodes.length).toBe(0);
  });
});

describe('A113, A303 formulas of strangers', () => {
  const draw = (source: string, host: HTMLElement = document.createElement('span')) => drawFormula(source, true, host);

  it('follows no command that links, loads or names something', () => {
    for (const source of [
      '\\href{javascript:alert(1)}{x}',
      '\\url{https://evil.test}',
      '\\includegraphics{https://evil.test/x.png}',
      '\\htmlId{root}{x}',
      '\\htmlData{a=b}{x}',
    ]) {
      const host = document.createElement('span');
      drawFormula(source, false, host);
      expect(host.querySelector('a, img, [id], [href], [src], [data-a]')).toBeNull();
    }
  });

  it('gives up on macros without end, deep nesting and long sources, without throwing', () => {
    expect(draw('\\def\\a{\\a\\a}\\a')).toBe(false);
    expect(draw('{'.repeat(990) + 'x' + '}'.repeat(990))).toBeTypeOf('boolean');
    expect(draw('x'.repeat(MAX_FORMULA_LENGTH + 1))).toBe(false);
  });

  it('draws so many in one message and no more', () => {
    const message = document.createElement('div');
    message.className = 'sotto-bubble';
    const add = () => {
      const host = document.createElement('span');
      host.className = 'sotto-formula';
      host.hidden = true;
      message.append(host);
      return host;
    };
    for (let count = 0; count < MAX_FORMULAS_PER_MESSAGE; count += 1) expect(draw('x', add())).toBe(true);
    const last = add();
    expect(draw('x', last)).toBe(false);
    message.firstElementChild?.remove();
    expect(draw('x', last)).toBe(true);
  });

  it('draws each in a task of its own, however many come at once', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const { container } = renderWidget(
      <p>
        {Array.from({ length: 20 }, (_, index) => (
          <InlineMath key={index} inline={{ kind: 'math', source: 'x', display: false }} />
        ))}
      </p>,
    );
    const drawn = () => container.querySelectorAll('.katex').length;
    await vi.waitFor(
      () => {
        expect(timers.mock.calls.length).toBeGreaterThanOrEqual(20);
      },
      { interval: 1 },
    );
    expect(drawn()).toBeLessThan(20);
    await waitFor(() => {
      expect(drawn()).toBe(20);
    });
    timers.mockRestore();
  });

  it('draws four at once while a reply is being written, so that what follows them stays, and the others later', async () => {
    const widget = createFakeWidget();
    widget.think();
    const { container } = renderWidget(
      <p>
        {Array.from({ length: 20 }, (_, index) => (
          <InlineMath key={index} inline={{ kind: 'math', source: 'x', display: false }} />
        ))}
      </p>,
      {},
      {},
      widget,
    );
    const counts = new Set<number>();
    const count = () => {
      counts.add(container.querySelectorAll('.katex').length);
    };
    const watcher = new MutationObserver(count);
    count();
    watcher.observe(container, { childList: true, subtree: true });
    await waitFor(() => {
      expect(container.querySelectorAll('.katex')).toHaveLength(20);
    });
    watcher.disconnect();
    expect([...counts]).toContain(4);
    expect([...counts].filter((drawn) => drawn > 0 && drawn < 4)).toEqual([]);
  });
});
