// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { WidgetError } from './errors';
import { createHarness, readServerTexts, readTexts } from './testing/widgetHarness';

/** What a proxy before the server answers in its place. */
interface Answer {
  readonly status: number;
  readonly body: string | null;
  readonly retryAfter?: string;
}
const CHALLENGE = '<!DOCTYPE html><title>Just a moment...</title>';

/** A widget whose calls of this path are answered by a proxy, as long as it wants to. */
function behindProxy(path: RegExp, { status, body, retryAfter }: Answer) {
  const harness = createHarness();
  const tab = harness.openTab();
  let isOn = true;
  let answered = 0;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (!isOn || !path.test(input instanceof Request ? input.url : input.toString()))
      return tab.environment.fetch(input, init);
    answered += 1;
    return new Response(body, {
      status,
      headers: {
        ...(body !== null && { 'Content-Type': 'text/html' }),
        ...(retryAfter && { 'Retry-After': retryAfter }),
      },
    });
  };
  const errors: WidgetError[] = [];
  const widget = harness.open(tab, {
    environment: { ...tab.environment, fetch },
    onError: (error) => errors.push(error),
  });
  return {
    ...harness,
    widget,
    errors,
    count: () => answered,
    end: () => {
      isOn = false;
    },
  };
}

/** Everything that a visitor may read, as one text. */
const shownBy = ({ widget }: ReturnType<typeof behindProxy>): string =>
  JSON.stringify([widget.conversation.getState(), widget.view.getState().toasts]);

describe('srv-04 a proxy that answers in HTML', () => {
  it.each([
    ['524 of a message', /\/complete$/, { status: 524, body: '<!DOCTYPE html><title>524</title>' }],
    ['520 of a message', /\/complete$/, { status: 520, body: '<html>Web server is returning an unknown error</html>' }],
    ['502 of a message', /\/complete$/, { status: 502, body: '', retryAfter: '3' }],
    ['504 of a message', /\/complete$/, { status: 504, body: '<html><h1>504 Gateway Time-out</h1></html>' }],
    ['204 of a message', /\/complete$/, { status: 204, body: null }],
    ['a captive portal of a message', /\/complete$/, { status: 511, body: '<html>Sign in to the network</html>' }],
    ['half of JSON of a message', /\/complete$/, { status: 200, body: '{"code":"<b>' }],
    ['200 with a page of a message', /\/complete$/, { status: 200, body: CHALLENGE }],
    ['a challenge in place of the session', /\/session\/create$/, { status: 200, body: CHALLENGE }],
    ['204 in place of the session', /\/session\/create$/, { status: 204, body: null }],
  ])('keeps the message to be tried again, and nothing counts as sent: %s', async (_, path, answer) => {
    const world = behindProxy(path, answer);
    const { clock, server, widget, errors } = world;
    widget.conversation.send({ message: 'Hello' }).catch(() => undefined);
    await clock.advance(120_000);
    expect(readTexts(widget)).toEqual(['user: Hello']);
    expect(readServerTexts(server)).toEqual([]);
    expect(Object.values(widget.conversation.getState().deliveries)).toMatchObject([{ state: 'failed' }]);
    expect(widget.conversation.getState().reply).toBeUndefined();
    expect(shownBy(world)).not.toMatch(/<|Unexpected token|JSON|DOCTYPE/);
    // The owner learns of a session that is not to be had.
    expect(errors.length > 0).toBe(path.source.includes('session'));
    expect(world.count()).toBeLessThanOrEqual(5);
    world.end();
    widget.conversation.retry().catch(() => undefined);
    await clock.advance(5_000);
    expect(readTexts(widget)).toEqual(['user: Hello', 'bot: Hello']);
    expect(readServerTexts(server)).toEqual(readTexts(widget));
    widget.close();
  });
});
