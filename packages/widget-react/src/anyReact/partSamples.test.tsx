import { act, cleanup, configure, fireEvent, render } from '@testing-library/react';
import { version } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Message } from '@sotto/widget-core';
import type { WidgetComponents } from '../parts/components';
import { ChatWidget } from '../ChatWidget';
import { createFakeWidget, type FakeWidget } from '../testing/fakeWidget';
import { MessageList } from '../messages/list/MessageList';
import { WidgetProvider } from '../WidgetProvider';
import { WidgetRoot } from '../WidgetScreen';
import * as samples from './partSamples';

configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

const AT = { startedAt: 1_000, endedAt: 2_000 };

/** What each part needs to be drawn, and what is seen of it then. */
const SEEN: Partial<Record<keyof WidgetComponents, readonly [string, string | RegExp, Partial<Message>?]>> = {
  Message: ['.row.newest[data-speaker="bot"]', 'Answer'],
  Avatar: ['img.face', ''],
  Actions: ['a[href^="mailto:"]', 'Forward'],
  Welcome: ['.welcome', 'Guide'],
  Tool: [
    'p.tool',
    'Searching: done',
    { parts: [{ type: 'tool', callId: '1', name: 'a', title: 'Searching', state: 'done', ...AT }] },
  ],
  Reasoning: ['details', 'Hm', { parts: [{ type: 'reasoning', text: 'Hm', ...AT }] }],
  Attachment: ['.file', 'a.txt', { attachments: [{ type: 'text/plain', localName: 'a.txt' }] }],
  Sources: [
    '.sources a[href="https://manual.example/"], .sources a',
    'Manual',
    { references: [{ source: 'manual', title: 'Manual', url: 'https://manual.example/' }] },
  ],
  Header: ['.note', 'We answer'],
  Footer: ['.note', 'Answers may be wrong'],
  AttachButton: ['input[type="file"]', ''],
  VoiceButton: ['.voice', ''],
  ComposerButtons: ['.sotto-composer .sotto-slot button', 'Emoji'],
  SendButton: ['.sotto-composer button[type="submit"]', 'Send'],
  Composer: ['form.box input', ''],
};

function draw(
  components: Partial<WidgetComponents>,
): { widget: FakeWidget; container: HTMLElement } & ReturnType<typeof render> {
  const widget = createFakeWidget({ layout: 'stretch', verbose: true, attachments: true, voiceIn: true });
  return { widget, ...render(<ChatWidget widget={widget} components={components} parts={samples.parts} />) };
}

describe(`the guide to parts of one's own, in React ${version}`, () => {
  it.each(Object.keys(SEEN) as (keyof typeof SEEN)[])('draws %s as its sample says', async (name) => {
    const [selector, text, extra] = SEEN[name] ?? ['', ''];
    const { widget, container } = draw({ [name]: samples[name as keyof typeof samples] });
    if (name !== 'Welcome')
      act(() => {
        widget.addMessage('bot', 'Answer', extra);
      });
    await expect.poll(() => container.querySelector(selector)?.textContent, { timeout: 10_000 }).toMatch(text);
  });

  it('draws tools and data', async () => {
    const { widget, findByText } = draw({});
    act(() => {
      widget.addMessage('bot', 'Answer', {
        parts: [{ type: 'tool', callId: '1', name: 'getOrder', state: 'done', input: 7, output: 'sent', startedAt: 1 }],
        meta: { data: { weather: { celsius: 21 } } },
      });
    });
    expect(await findByText('Order 7 "sent"')).toBeTruthy();
    expect(await findByText('{"celsius":21}')).toBeTruthy();
  });

  it('draws a list with bubbles and a count from hooks', async () => {
    const widget = createFakeWidget({ layout: 'stretch' });
    const { findByText, findByRole } = render(
      <WidgetProvider widget={widget}>
        <WidgetRoot>
          <samples.MessageCount />
          <samples.CountReplies onReply={() => undefined} />
          <MessageList renderMessage={() => <samples.Bubble />} />
        </WidgetRoot>
      </WidgetProvider>,
    );
    act(() => {
      widget.addMessage('bot', 'Answer');
    });
    expect(await findByText('1 messages')).toBeTruthy();
    fireEvent.click(await findByRole('button', { name: 'Helpful' }));
    expect((await findByRole('button', { name: 'Helpful' })).getAttribute('aria-pressed')).toBe('true');
  });
});
