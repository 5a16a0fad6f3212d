import { act, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { messageKey } from '@sotto/widget-core';
import { HostContext } from '../hooks/useHost';
import { renderWidget } from '../testing/renderWidget';
import { MessageList } from './list/MessageList';

const MICRO = {
  url: 'https://example.org/a',
  title: 'A page',
  description: 'What it says',
  image: '/v1/unfurl/image/1',
  logo: 'https://evil.example/logo.png',
  publisher: 'Example',
};
const HOST = { hostAddress: 'https://shop.example.com/cart', navigate: () => undefined };
const list = (
  <HostContext.Provider value={HOST}>
    <MessageList />
  </HostContext.Provider>
);

describe('W-23 link previews', () => {
  it('looks up the first link of the visitor’s message when it has arrived, once', async () => {
    const { widget, change } = renderWidget(list);
    change(() => {
      const message = widget.addMessage('user', 'see https://example.org/a and https://example.org/b');
      widget.conversation.setState({ deliveries: { [messageKey(message)]: { state: 'sending' } } });
    });
    await act(() => import('./LinkPreview').then(() => undefined));
    expect(widget.calls).toEqual([]);
    change(() => {
      widget.conversation.setState({ deliveries: {} });
    });
    await waitFor(() => {
      expect(widget.calls).toEqual(['previewLink message-0001 https://example.org/a']);
    });
  });

  it.each([
    ['the server', 'https://chat.example.com/help'],
    ['the host page', 'https://shop.example.com/returns'],
  ])('looks up a link of the bot to %s by itself', async (_, url) => {
    const { widget, change } = renderWidget(list);
    change(() => {
      widget.addMessage('bot', `Read ${url}`);
    });
    await waitFor(() => {
      expect(widget.calls).toEqual([`previewLink message-0001 ${url}`]);
    });
  });

  it('asks first for any other link of the bot', async () => {
    const { widget, change, findByRole, queryByRole } = renderWidget(list);
    change(() => {
      widget.addMessage('bot', 'Read https://stranger.example/?said=secret');
    });
    const button = await findByRole('button', { name: /Preview/ });
    expect(button.textContent).toContain('stranger.example');
    expect(widget.calls).toEqual([]);
    fireEvent.click(button);
    expect(widget.calls).toEqual(['previewLink message-0001 https://stranger.example/?said=secret']);
    expect(queryByRole('button', { name: /Preview/ })).toBeNull();
  });

  it('holds a place, then shows title, words and publisher; pictures only from the server, broken ones hidden', async () => {
    const { widget, change, container, findByText } = renderWidget(list);
    change(() => {
      widget.addMessage('user', 'see https://example.org/a');
      widget.view.setState({ previewing: ['message-0001'] });
    });
    await waitFor(() => {
      expect(container.querySelector('.sotto-preview-wait')).toBeTruthy();
    });
    change(() => {
      widget.view.setState({ previewing: [] });
      widget.conversation.setState(({ messages }) => ({
        messages: messages.map((message) => ({ ...message, micro: MICRO })),
      }));
    });
    await findByText('A page');
    await findByText('Example');
    const pictures = [...container.querySelectorAll<HTMLImageElement>('.sotto-preview img')];
    expect(pictures.map(({ src }) => src)).toEqual(['https://chat.example.com/v1/unfurl/image/1']);
    if (pictures[0]) fireEvent.error(pictures[0]);
    expect(container.querySelector('.sotto-preview img')).toBeNull();
  });

  it('is off when the owner switched it off', async () => {
    const { widget, change, container } = renderWidget(list, { unfurl: false });
    change(() => {
      widget.addMessage('user', 'see https://example.org/a');
    });
    await act(() => import('./LinkPreview').then(() => undefined));
    expect(widget.calls).toEqual([]);
    expect(container.querySelector('.sotto-preview')).toBeNull();
  });
});

describe('W-25 files of a message', () => {
  it('shows pictures of this tab as pictures, and tiles otherwise', async () => {
    const attachments = [
      { id: 'upload_1', localName: 'photo.png', type: 'image/png', size: 12_000 },
      { id: 'upload_2', localName: 'quarterly-report-2026.pdf', type: 'application/pdf', size: 2_400_000 },
    ];
    const { widget, change, container, findByText } = renderWidget(
      list,
      {},
      { localAddresses: { upload_1: 'blob:here' } },
    );
    change(() => {
      widget.addMessage('user', 'Look', { attachments });
    });
    await findByText('quarterl…rt-2026.pdf');
    await findByText('2.4 MB');
    const picture = container.querySelector<HTMLImageElement>('.sotto-thumbnail');
    expect([picture?.src, picture?.alt]).toEqual(['blob:here', 'photo.png']);
    if (picture) fireEvent.error(picture);
    await findByText('photo.png');
  });

  it.each(['https://evil.test/a.png', '//evil.test/a.png', 'data:image/svg+xml,<svg/>', '/a.png'])(
    'A213 a message that says its file is at %s loads nothing',
    async (address) => {
      const { widget, change, container, findByText } = renderWidget(list);
      change(() => {
        widget.addMessage('bot', 'Look', {
          attachments: [{ localName: 'photo.png', type: 'image/png', localURL: address, url: address }],
        });
      });
      await findByText('photo.png');
      expect(container.querySelector('.sotto-message img, .sotto-message [src]')).toBeNull();
    },
  );
});

describe('W-27 reading aloud', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('falls back to the browser’s voice, shows a tick, and falls silent with a second click', async () => {
    const spoken: { text: string; onstart: () => void }[] = [];
    vi.stubGlobal(
      'SpeechSynthesisUtterance',
      class {
        onstart = (): void => undefined;
        readonly text: string;
        constructor(text: string) {
          this.text = text;
        }
      },
    );
    const voice = {
      speak: (utterance: { text: string; onstart: () => void }) => {
        spoken.push(utterance);
      },
      cancel: vi.fn(),
    };
    vi.stubGlobal('speechSynthesis', voice);
    const { widget, change, findByRole, getByRole } = renderWidget(list, { voiceOut: true });
    Object.assign(widget.integration.features, { synthesize: true });
    change(() => {
      widget.addMessage('bot', '**Hello** there');
    });
    fireEvent.click(await findByRole('button', { name: 'Read aloud' }));
    await waitFor(() => {
      expect(spoken.map(({ text }) => text)).toEqual(['Hello there']);
    });
    expect(widget.calls).toEqual(['synthesize message-0001']);
    const iconBefore = getByRole('button', { name: 'Stop reading' }).innerHTML;
    act(() => {
      spoken[0]?.onstart();
    });
    expect(getByRole('button', { name: 'Stop reading' }).innerHTML).not.toBe(iconBefore);
    fireEvent.click(getByRole('button', { name: 'Stop reading' }));
    expect(voice.cancel).toHaveBeenCalledTimes(1);
    expect(getByRole('button', { name: 'Read aloud' })).toBeTruthy();
  });

  it('has no button where neither server nor browser has a voice, or where it is off', async () => {
    const silent = renderWidget(list, { voiceOut: true });
    silent.change(() => {
      silent.widget.addMessage('bot', 'Hello');
    });
    await act(() => import('./foot/SpeakButton').then(() => undefined));
    expect(silent.queryByRole('button', { name: 'Read aloud' })).toBeNull();
    silent.unmount();
    const off = renderWidget(list);
    off.change(() => {
      off.widget.addMessage('bot', 'Hello');
    });
    expect(off.queryByRole('button', { name: 'Read aloud' })).toBeNull();
  });
});
