import { createFrameBridge } from '@sotto/widget-core/internal';
import {
  createConnection,
  createPortEndpoint,
  hostToFrame,
  systemClock,
  type ConnectionProblem,
  type HostToFrame,
} from '@sotto/widget-core/internal/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { createHarness } from '../../widget-core/src/testing/widgetHarness';
import { describeProblem } from './describeProblem';

type Name = keyof HostToFrame;

/** A good payload of every message. Another message is no test until it stands here. */
const GOOD: Record<Name, object> = {
  restartConversation: {},
  downloadConversation: { as: 'text' },
  initiateMessage: { message: 'Hello' },
  sendMessage: { message: 'Hello' },
  receiveMessage: { message: 'Hello' },
  render: { frame: 'https://shop.example.com/terms' },
  setOpen: { open: true },
  setMaximize: { maximize: true },
  media: {
    mobile: false,
    width: 1,
    height: 1,
    scheme: 'light',
    reducedMotion: false,
    highContrast: false,
    keyboardInset: 0,
    safeArea: { top: 0, right: 0, bottom: 0, left: 0 },
    touch: false,
  },
  assignContact: { name: 'Jo' },
  getMessages: {},
  setMessages: { messages: [{ text: 'Hello' }] },
  getFunctions: {},
  setFunctions: { functions: { getOrder: { description: 'The order' } } },
  getMeta: {},
  setMeta: { meta: { a: 1 } },
  getContact: {},
  setContact: { contact: { name: 'Jo' } },
  publish: { channel: 'a'.repeat(16), message: { a: 1 } },
  configure: { barTitle: 'Help' },
  page: { url: 'https://shop.example.com/', title: 'Shop', referrer: '' },
  setInput: { text: 'Hello' },
  setLanguage: { language: 'de' },
  stop: {},
  retry: {},
  continueReply: { id: 'message_1' },
  focus: {},
  notify: { notifications: { a: { text: 'New' } } },
  logout: { forget: false },
};

/** What somebody may write by mistake. */
const MISTAKES: readonly unknown[] = [{ a: [] }, [[]], 'no such thing at all', 12, true, null];

/** The fields of a payload, as far as its schema lists them. */
function fieldsOf(name: Name): string[] {
  const { payload } = hostToFrame[name];
  return 'entries' in payload ? Object.keys(payload.entries as object) : [];
}

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function setUp() {
  const { open } = createHarness();
  const widget = open();
  const { port1, port2 } = new MessageChannel();
  const reported: string[] = [];
  const connection = createConnection({
    endpoint: createPortEndpoint(port2),
    outgoing: {},
    incoming: hostToFrame,
    clock: systemClock,
    onProblem: (problem: ConnectionProblem) => {
      reported.push(describeProblem(problem));
    },
  });
  const bridge = createFrameBridge({ widget, connection, build: '1', protocol: 2 });
  const answered: ((answer: { t: string; error?: { code: string } }) => void)[] = [];
  port1.onmessage = ({ data }: MessageEvent<{ t: string; id?: number; error?: { code: string } }>) => {
    if (data.id !== undefined) answered.shift()?.(data);
  };
  ends.push(() => {
    bridge.close();
    connection.close();
    port1.close();
    widget.close();
  });
  return {
    told: reported,
    /** Everything that a host message could have changed. */
    state: () =>
      JSON.stringify([
        widget.view.getState(),
        widget.conversation.getState().messages,
        widget.draft.getState(),
        widget.meta.get(),
        widget.contact.get(),
        Object.keys(widget.functions.get()),
        widget.config.getState(),
      ]),
    post: (name: string, payload: unknown) =>
      new Promise<{ t: string; error?: { code: string } }>((resolve) => {
        answered.push(resolve);
        port1.postMessage({ t: 'req', id: 1, name, payload });
      }),
  };
}

const NAMES = Object.keys(hostToFrame) as Name[];

describe('W-37 a mistake in any message of the host', () => {
  it.each(NAMES.flatMap((name) => fieldsOf(name).map((field) => [name, field] as const)))(
    '%s, field %s: the console names both and what is expected, and nothing changes',
    async (name, field) => {
      const { told: reported, state, post } = setUp();
      const before = state();
      let refused = 0;
      for (const mistake of MISTAKES) {
        const { payload: schema } = hostToFrame[name];
        const payload = { ...GOOD[name], [field]: mistake };
        if (!(schema['~standard'].validate(payload) as { issues?: unknown }).issues) continue;
        refused += 1;
        expect(await post(name, payload)).toMatchObject({ t: 'err', error: { code: 'bad_payload' } });
        expect(reported.at(-1)).toMatch(
          new RegExp(
            `^The message ${name} could not be used \\(bad_payload\\) and is ignored: its field ${field}[.:].*Expected `,
          ),
        );
      }
      expect(refused).toBeGreaterThan(0);
      expect(reported).toHaveLength(refused);
      expect(state()).toBe(before);
    },
  );

  it.each(NAMES)('%s: something that is no payload at all is refused and told', async (name) => {
    const { told: reported, state, post } = setUp();
    const before = state();
    for (const mistake of ['no such thing', 12, null]) {
      expect(await post(name, mistake)).toMatchObject({ t: 'err', error: { code: 'bad_payload' } });
      expect(reported.at(-1)).toMatch(
        new RegExp(`^The message ${name} could not be used \\(bad_payload\\) and is ignored: .*Expected `),
      );
    }
    expect(state()).toBe(before);
  });

  const needing = NAMES.filter(
    (name) => (hostToFrame[name].payload['~standard'].validate({}) as { issues?: unknown }).issues,
  );
  it.each(needing)('%s: what has to be there and is not is named', async (name) => {
    const { told: reported, post } = setUp();
    expect(await post(name, {})).toMatchObject({ t: 'err', error: { code: 'bad_payload' } });
    expect(reported).toEqual([expect.stringMatching(/Expected /)]);
    expect(reported[0]).toContain(Object.keys(GOOD[name])[0]);
  });

  it.each([
    ['render', { frame: 'javascript:alert(1)' }, 'frame must be an https address'],
    ['assignContact', {}, 'Contact props expected but not provided'],
    ['sendMessage', { massage: 'Hello' }, 'Expected a message'],
    ['receiveMessage', {}, 'Expected a message'],
    ['setMessages', { messages: [{ text: 'a', micro: { url: 1 } }] }, 'its field messages.0.micro.url: '],
    ['setFunctions', { functions: { 'not a name': {} } }, 'Expected a function name'],
  ] as const)('%s with %j is answered by what is allowed', async (name, payload, sentence) => {
    const { told: reported, post, state } = setUp();
    const before = state();
    expect((await post(name, payload)).t).toBe('err');
    expect(reported).toEqual([expect.stringContaining(sentence)]);
    expect(state()).toBe(before);
  });
});
