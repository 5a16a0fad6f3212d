import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { HostContext } from '../hooks/useHost';
import { FillLayout } from '../layouts/FillLayout';
import { renderWidget } from '../testing/renderWidget';

async function setUp(url = 'https://docs.example.org/guide?a=1', title: string | undefined = 'Trusted bank') {
  const onClose = vi.fn();
  const host = { hostAddress: 'https://shop.example/', navigate: () => undefined };
  const rendered = renderWidget(
    <HostContext.Provider value={host}>
      <FillLayout isFloating onClose={onClose} />
    </HostContext.Provider>,
  );
  screen.getByRole('textbox').focus();
  rendered.change(() => {
    rendered.widget.view.setOverlay({ url, title });
  });
  const overlay = await screen.findByRole('dialog');
  return { ...rendered, onClose, overlay, frame: overlay.querySelector('iframe') as HTMLIFrameElement };
}

describe('W-13 a page over the frame', () => {
  it('says whose page it is, whatever its title claims', async () => {
    const { overlay, frame } = await setUp();
    expect(overlay.textContent).toContain('docs.example.org');
    expect(screen.getByRole('heading', { level: 2, name: 'Trusted bank' })).toBeTruthy();
    expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-popups allow-same-origin');
    expect(frame.hasAttribute('credentialless')).toBe(true);
  });

  it("never gives the server's own pages their origin", async () => {
    const { frame } = await setUp('https://chat.example.com/embed');
    expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-popups');
  });

  it('takes the focus, makes the rest inert, and gives it back', async () => {
    const { overlay, widget } = await setUp();
    const close = screen.getByRole('button', { name: 'Close' });
    expect(overlay.contains(document.activeElement)).toBe(true);
    expect(document.querySelector('.sotto-panel-content')?.hasAttribute('inert')).toBe(true);
    fireEvent.click(close);
    expect(widget.view.getState().overlay).toBeUndefined();
    await waitFor(() => {
      expect(document.activeElement?.tagName).toBe('TEXTAREA');
    });
  });

  it('is closed by Escape, which leaves the chat open', async () => {
    const { widget, onClose } = await setUp();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(widget.view.getState().overlay).toBeUndefined();
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
