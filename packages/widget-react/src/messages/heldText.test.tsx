import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderWidget } from '../testing/renderWidget';
import { MessageText } from './MessageText';
import { HOLD_MAX_MS } from './useHeldBlocks';

/** Formulas come when the test lets them, or never. */
const late = vi.hoisted(() => ({ arrive: (): void => undefined }));
vi.mock('../parts/drawFormula', async () => {
  await new Promise<void>((resolve) => {
    late.arrive = resolve;
  });
  return {
    loadFormulaFonts: () => Promise.resolve(),
    mayDrawNow: () => true,
    drawFormula: (source: string, _: boolean, place: HTMLElement) => {
      place.textContent = `drawn ${source}`;
      return true;
    },
  };
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const text = (isGrowing: boolean) => (
  <MessageText text={'Before.\n\n$$x$$\n\nBehind.'} isGrowing={isGrowing} isFromBot math className="text" />
);

describe('FW-9 words behind a formula while what draws formulas is loaded', () => {
  it('stand there at once in a text that was complete', () => {
    const { container } = renderWidget(text(false));
    expect(container.textContent).toBe('Before.Behind.');
  });

  it('wait in a text that is written, though not for ever', () => {
    const { container } = renderWidget(text(true));
    expect(container.textContent).toBe('Before.');
    act(() => {
      vi.advanceTimersByTime(HOLD_MAX_MS);
    });
    expect(container.textContent).toBe('Before.Behind.');
  });

  it('come together with the formula', async () => {
    const { container } = renderWidget(text(true));
    expect(container.textContent).toBe('Before.');
    await act(async () => {
      late.arrive();
      await vi.advanceTimersByTimeAsync(1);
    });
    await vi.waitFor(() => {
      expect(container.textContent).toBe('Before.drawn xBehind.');
    });
  });
});
