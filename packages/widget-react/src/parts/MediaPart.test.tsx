import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { MediaBlock } from '@sotto/widget-core/content';
import { createFakeWidget } from '../testing/fakeWidget';
import { renderWidget } from '../testing/renderWidget';
import { MediaPart } from './MediaPart';

const picture = (address: string, media: MediaBlock['media'] = 'image') => (
  <MediaPart media={{ kind: 'media', media, address, alt: 'A harbour' }} />
);
const STRANGER = 'https://stranger.example/a.png?said=secret';

describe('A201 W-6 a picture of a stranger', () => {
  it('is shown inside the message when it is asked for, through the server', async () => {
    const { widget, container } = renderWidget(picture(STRANGER));
    expect(container.querySelector('img')).toBeNull();
    let arrive: (answer: { url: string }) => void = () => undefined;
    widget.pictures.push(
      new Promise((resolve) => {
        arrive = resolve;
      }),
    );
    const button = await screen.findByRole('button', { name: 'Show picture from stranger.example' });
    fireEvent.click(button);
    expect(screen.getByRole('status').textContent).toBe('Loading');
    expect(button.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button);
    expect(widget.calls).toEqual([`reportBlocked ${STRANGER}`, `fetchPicture ${STRANGER}`]);
    await act(async () => {
      arrive({ url: 'https://chat.example.com/v1/unfurl/image/1' });
    });
    expect(screen.getByRole('img', { name: 'A harbour' }).getAttribute('src')).toBe(
      'https://chat.example.com/v1/unfurl/image/1',
    );
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('names its host in full, in a button that stays a button whatever words a page gives it (A306)', async () => {
    const host = `${'long.'.repeat(48)}example`;
    renderWidget(picture(`https://${host}/a.png`));
    expect(await screen.findByRole('button', { name: `Show picture from ${host}` })).toBeTruthy();
    cleanup();
    const { words } = createFakeWidget().view.getState();
    renderWidget(picture(STRANGER), {}, { words: { ...words, showImage: 'Look. '.repeat(1_000) } });
    const { textContent } = await screen.findByRole('button', { name: /^Look\./ });
    expect(textContent.length).toBeLessThanOrEqual(400);
  });

  it('says when it cannot be had, with a second try and the way to the page itself', async () => {
    const { widget } = renderWidget(picture(STRANGER));
    const button = await screen.findByRole('button', { name: /Show picture/ });
    await act(async () => {
      fireEvent.click(button);
    });
    expect(screen.getByRole('status').textContent).toBe('Something went wrong.');
    expect(screen.getByRole('link', { name: /stranger\.example/ }).getAttribute('rel')).toContain('noreferrer');
    widget.pictures.push(Promise.resolve({ url: 'https://chat.example.com/v1/unfurl/image/2' }));
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    });
    const shown = screen.getByRole('img', { name: 'A harbour' });
    act(() => {
      fireEvent.error(shown);
    });
    expect(screen.getByRole('status').textContent).toBe('Something went wrong.');
  });

  it('opens in a tab where the server fetches nothing, and what is no picture always does', async () => {
    const { unmount } = renderWidget(picture('https://stranger.example/a.mp4', 'video'));
    expect((await screen.findByRole('link', { name: /stranger\.example/ })).getAttribute('target')).toBe('_blank');
    expect(screen.queryByRole('button')).toBeNull();
    unmount();
  });
});

describe('W-6 broken pictures of a message', () => {
  it('are hidden', () => {
    const { container } = renderWidget(picture('https://chat.example.com/a.png'));
    const image = container.querySelector('img');
    if (image) fireEvent.error(image);
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toBe('');
  });
});

describe('W-6 a picture whose address cannot be one', () => {
  it('is its words, and whoever wrote it is told', () => {
    const widget = createFakeWidget();
    const warn = vi.spyOn(widget, 'warn');
    const { container } = renderWidget(picture('javascript:alert(1)'), {}, {}, widget);
    expect(container.textContent).toBe('A harbour');
    expect(warn).toHaveBeenCalledWith(
      'The address in ![…](javascript:alert(1)) must be http, https or a path; it is not, and only the words are shown.',
    );
  });
});
