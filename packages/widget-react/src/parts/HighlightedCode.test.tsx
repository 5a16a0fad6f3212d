import { render, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { HighlightedCode } from './HighlightedCode';

describe('W-16 code in a message', () => {
  it('is there at once and coloured later, with the same letters', async () => {
    const { container } = render(<HighlightedCode text="const a = 1;" language="js" />);
    expect(container.innerHTML).toBe('const a = 1;');
    await waitFor(() => {
      expect(container.querySelector('.sotto-token-keyword')?.textContent).toBe('const');
    });
    expect(container.textContent).toBe('const a = 1;');
  });

  it('waits while more of it is coming', async () => {
    const { container, rerender } = render(<HighlightedCode text="const a" language="js" isOpen />);
    await import('./highlightCode');
    expect(container.querySelector('span')).toBeNull();
    rerender(<HighlightedCode text="const a = 1;" language="js" />);
    expect(container.textContent).toBe('const a = 1;');
    await waitFor(() => {
      expect(container.querySelector('span')).not.toBeNull();
    });
  });
});
