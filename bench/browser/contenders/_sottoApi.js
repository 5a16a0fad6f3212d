// The calls that a Sotto widget makes, answered in the page, so that a sample measures the widget and not a network.
// Replies travel as the numbered server-sent events of the real server: reading them is part of what is measured.
const encode = (value) => btoa(JSON.stringify(value)).replaceAll('=', '');
const json = (body) => new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });

export const integration = {
  integrationId: 'bench', version: 1, updatedAt: 1.7e12, config: {}, allowedOrigins: [], imageOrigins: [], formOrigins: [], languages: [],
  features: { synthesize: false, unfurl: false, upload: false }, limits: { attachmentMaxBytes: 1e6, attachmentsPerMessage: 5, textMaxLength: 16000 },
};

/**
 * Takes the place of `fetch`. `streaming()` resolves when the widget has asked for a reply; push and end write that reply.
 *
 * @param count - how many ids have been given out before
 */
export function answerCalls(count = 0) {
  const real = globalThis.fetch;
  const bytes = new TextEncoder();
  let run, text = '', controller, started, open = new Promise((r) => { started = r; });
  const event = (type, data) => controller.enqueue(bytes.encode(`id: ${run.id}.${++run.events}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`));
  const complete = () => {
    run = { id: `run_${++count}`, events: 0, messageId: `msg_${count}` };
    text = '';
    const body = new ReadableStream({ start(c) { controller = c; } });
    event('completeBegin', { id: run.id, conversationId: 'conv_1', messageId: run.messageId, userMessageId: `user_${count}` });
    started();
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  };
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (url.pathname.endsWith('/session/create')) {
      const exp = Math.floor(Date.now() / 1000) + 36000;
      return json({ conversationId: 'conv_1', token: `${encode({ alg: 'HS256' })}.${encode({ sub: 'conv_1', iat: exp - 36000, exp, jti: 'j' })}.s`, expiresAt: exp * 1000, resumed: false });
    }
    if (url.pathname.endsWith('/complete')) return init?.method === 'POST' ? complete() : new Response(null, { status: 204 });
    if (url.pathname.endsWith('/message/list')) return json({ items: [], cursor: null });
    if (url.pathname.endsWith('/message/create')) return json({ id: `user_${++count}` });
    return real(input, init);
  };
  return {
    streaming: () => open,
    push(token) { text += token; event('token', { token }); },
    end() {
      event('result', { id: run.messageId, text, usage: { token: 1 }, end: { reason: 'stop' }, userMessageId: null });
      event('completeEnd', { id: run.id });
      controller.close();
      open = new Promise((r) => { started = r; });
    },
  };
}

/** Writes into a text box of React and presses Enter, as a visitor would; again while the reply before is not finished yet and nothing is taken. */
export async function send(box, value) {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(box, value);
  box.dispatchEvent(new Event('input', { bubbles: true }));
  await until(() => {
    if (box.value === value) box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }));
    return box.value !== value;
  }, true);
}

/** Waits, a frame at a time, until `find` answers. */
export async function until(find, isLater = false) {
  if (isLater) await new Promise((r) => requestAnimationFrame(r));
  for (;;) {
    const found = find();
    if (found) return found;
    await new Promise((r) => requestAnimationFrame(r));
  }
}
