import { afterEach, describe, expect, it, vi } from 'vitest';
import { copyDiagram, drawingAddress } from './copyDiagram';

const DRAWING = {
  svg: '<svg xmlns="http://www.w3.org/2000/svg"><text>50 % # &amp;</text></svg>',
  width: 10,
  height: 10,
};

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('W-18 copying a diagram', () => {
  it('falls back to the text of the picture where pictures cannot be copied', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { write: () => Promise.reject(new Error('denied')), writeText } });
    vi.stubGlobal('ClipboardItem', class {});
    await copyDiagram(DRAWING, '#ffffff');
    expect(writeText).toHaveBeenCalledWith(DRAWING.svg);
  });

  it('fails when there is no clipboard, or when it refuses both', async () => {
    vi.stubGlobal('navigator', {});
    await expect(copyDiagram(DRAWING, '#ffffff')).rejects.toThrow();
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } });
    await expect(copyDiagram(DRAWING, '#ffffff')).rejects.toThrow();
  });

  it('keeps every character in the address of the picture', () => {
    expect(decodeURIComponent(drawingAddress(DRAWING).replace('data:image/svg+xml;charset=utf-8,', ''))).toBe(
      DRAWING.svg,
    );
  });
});
