import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderWidget } from '../testing/renderWidget';
import { FillLayout } from './FillLayout';

// What asks questions cannot be had.
vi.mock('../chrome/Questions', () => {
  throw new Error('404');
});

describe('FT-7 a question whose part cannot be loaded', () => {
  it('FT-7: a function that nobody can be asked about is refused, each time, and the visitor is told', async () => {
    const { widget, change } = renderWidget(<FillLayout isFloating onClose={() => undefined} />);
    const answer = vi.spyOn(widget.functions, 'answer');
    for (const callId of ['call-1', 'call-2']) {
      change(() => {
        widget.view.setState({ functionQuestion: { callId, name: 'pay', text: undefined } });
      });
      await waitFor(() => {
        expect(answer).toHaveBeenLastCalledWith(callId, false);
      });
      expect(widget.view.getState().functionQuestion).toBeUndefined();
    }
    expect(widget.view.getState().toasts.map(({ text }) => text)).toEqual([
      'Something went wrong.',
      'Something went wrong.',
    ]);
    // The text box is free again.
    expect(screen.getByRole('textbox').closest('[inert]')).toBeNull();
  });

  it('FT-7: a restart that nobody can be asked about does not happen', async () => {
    const { widget, change } = renderWidget(<FillLayout isFloating onClose={() => undefined} />);
    change(() => {
      widget.addMessage('user', 'Hello');
      widget.view.setState({ isConfirmingRestart: true });
    });
    await waitFor(() => {
      expect(widget.view.getState().isConfirmingRestart).toBe(false);
    });
    expect(screen.getAllByRole('article')).toHaveLength(1);
  });
});
