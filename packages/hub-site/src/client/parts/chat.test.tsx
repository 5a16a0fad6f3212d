// @vitest-environment happy-dom
import { useEffect } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mount } from './chat';

/** What the chat was drawn with, and a conversation that has not begun. */
const drawn = vi.hoisted((): { props: Record<string, unknown>; restarts: number } => ({ props: {}, restarts: 0 }));
vi.mock('@sotto/widget-react', () => ({
  ChatWidget: (props: { onReady: (ready: object) => void }) => {
    drawn.props = { ...props };
    useEffect(() => {
      const conversation = {
        getState: () => ({ conversationId: undefined, messages: [], deliveries: {}, failure: undefined }),
        subscribe: () => () => undefined,
        restart: () => {
          drawn.restarts += 1;
        },
      };
      props.onReady({ widget: { conversation, draft: { set: () => undefined } } });
    }, [props]);
    return null;
  },
}));
vi.mock('./takeOver', () => ({ takeOver: () => undefined, focusComposer: () => undefined }));

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** The chat of a thing on its page, where the server answers the call for a session so. */
async function setUp(answer: () => Response, isVerbose = false) {
  document.body.innerHTML = `
    <main class="item-page">
      <div class="chat-box">
        <form class="chat-facade" data-facade-form><button class="starter">Where is it?</button><p data-facade-asked \
data-waits="true">Is it mine?</p><textarea data-facade-text></textarea><button type="submit">Send</button></form>
      </div>
      <a data-view-conversation hidden>View Conversation</a><button data-restart hidden>Restart</button><p role="status" data-chat-note></p>
    </main>`;
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (address: string | URL) => {
    calls.push(new URL(String(address)).pathname);
    return answer();
  });
  const find = <Found extends Element>(selector: string): Found => document.querySelector<Found>(selector) as Found;
  mount(find<HTMLElement>('.chat-box'), {
    base: '',
    id: 'skillset_1',
    session: 'hub-skillset_1',
    type: 'skillset',
    isVerbose,
    style: '',
    conversations: '/conversations/',
    intro: 'Hello',
  });
  await vi.waitFor(() => {
    expect(calls).toEqual(['/api/v1/hub/skillset/skillset_1/session/create']);
  });
  return { find, calls };
}

describe('H-3 a chat that needs a session', () => {
  it('asks for one at once, and can be started over', async () => {
    const { find } = await setUp(
      () => Response.json({ id: 'conv_1', token: 'one.two.three', expiresAt: 9_999_999_999_999 }),
      true,
    );
    const restart = find<HTMLButtonElement>('[data-restart]');
    expect(restart.hidden).toBe(false);
    restart.click();
    expect(drawn.restarts).toBe(1);
    expect(drawn.props['verbose']).toBe(true);
    await expect((drawn.props['createSession'] as () => Promise<unknown>)()).resolves.toEqual({
      conversationId: 'conv_1',
      token: 'one.two.three',
      expiresAt: 9_999_999_999_999,
    });
    expect(find('[data-chat-note]').textContent).toBe('');
    expect(find<HTMLButtonElement>('[type=submit]').disabled).toBe(false);
  });

  it('is disabled without one, says why, and gives the question back', async () => {
    const { find } = await setUp(() =>
      Response.json({ code: 'SERVICE_UNAVAILABLE', message: 'This chat is paused at the moment.' }, { status: 503 }),
    );
    await vi.waitFor(() => {
      expect(find('[data-chat-note]').textContent).toContain('This chat is paused at the moment.');
    });
    const field = find<HTMLTextAreaElement>('textarea');
    expect([field.value, field.readOnly]).toEqual(['Is it mine?', true]);
    expect(
      [...document.querySelectorAll<HTMLButtonElement>('.chat-facade button')].map(({ disabled }) => disabled),
    ).toEqual([true, true]);
    expect(find<HTMLAnchorElement>('[data-view-conversation]').hidden).toBe(true);
  });
});
