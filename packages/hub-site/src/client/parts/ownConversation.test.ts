// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepConversationToken } from '../conversationTokens';
import { mount } from './ownConversation';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** The page of a conversation in a browser that has its token, with what the server answers. */
async function open(messages: readonly { type: string; text: string }[]): Promise<HTMLElement> {
  const element = document.createElement('div');
  element.innerHTML = '<div data-refusal>It cannot be opened</div>';
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      Response.json({
        items: messages.map((message, index) => ({ id: `msg_${String(index)}`, createdAt: 1, ...message })),
        cursor: null,
      }),
    ),
  );
  keepConversationToken(window, { id: 'conv_1', token: 'token', expiresAt: Date.now() + 60_000 }, Date.now());
  mount(element, { base: '', id: 'conv_1' });
  await vi.waitFor(() => {
    expect(element.querySelector('h1')?.textContent).toBe('Your conversation');
  });
  return element;
}

describe('H-3 the conversation of a visitor', () => {
  it('sets what the bot wrote as it was meant, and leaves what the visitor typed', async () => {
    const page = await open([
      { type: 'user', text: '**What** is it?' },
      { type: 'bot', text: '**Returns** [1]\n\n> 1. Ask\n> 2. Send\n\n[Start a return]()' },
    ]);
    const [own, reply] = page.querySelectorAll('.line-text');
    expect([own?.textContent, own?.childElementCount]).toEqual(['**What** is it?', 0]);
    expect([reply?.querySelector('strong')?.textContent, reply?.querySelectorAll('blockquote li').length]).toEqual([
      'Returns',
      2,
    ]);
    expect(reply?.textContent).toContain('Start a return');
    expect(reply?.textContent).not.toContain('[Start');
  });

  it('A101 takes no HTML, no picture and no script from it', async () => {
    const page = await open([
      {
        type: 'bot',
        text: '<img src=x onerror=alert(1)> <script>alert(1)</script> ![p](https://evil.example/x.png) [x](javascript:alert(1))',
      },
    ]);
    expect(page.querySelectorAll('img, script, [href^="javascript"]')).toHaveLength(0);
    expect(page.textContent).toContain('<img src=x');
  });
});
