// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { WidgetError } from './errors';
import { createHarness, readServerTexts, readTexts } from './testing/widgetHarness';

/** What a proxy before the server answers in its place. */
interface Answer {
  readonly status: number;
  readonly body: string | null | (() => ReadableStream);
  readonly type?: string;
  readonly retryAfter?: string;
}
const CHALLENGE = '<!DOCTYPE html><title>Just a moment...</title>';
const JSON_TYPE = 'application/json';
/** A body whose compression breaks off. */
const brokenGzip = (): ReadableStream =>
  new ReadableStream({
    pull(controller) {
      controller.error(new TypeError('Content decoding failed'));
    },
  });
const WORDPRESS = JSON.stringify({ code: 'rest_forbidden', message: '<p>Sorry, you are not allowed to do that.</p>' });
const FASTIFY = JSON.stringify({
  code: 'FST_ERR_CTP_INVALID_JSON_BODY',
  message: 'Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON',
});

/** A widget whose calls of this path are answered by a proxy, as long as it wants to. */
function behindProxy(path: RegExp, { status, body, type = 'text/html', retryAfter }: Answer) {
  const harness = createHarness();
  const tab = harness.openTab();
  let isOn = true;
  let answered = 0;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (!isOn || !path.test(input instanceof Request ? input.url : input.toString()))
      return tab.environment.fetch(input, init);
    answered += 1;
    return new Response(typeof body === 'function' ? body() : body, {
      status,
      headers: {
        ...(body !== null && { 'Content-Type': type }),
        ...(retryAfter && { 'Retry-After': retryAfter }),
      },
    });
  };
  const errors: WidgetError[] = [];
  const warnings: string[] = [];
  const widget = harness.open(tab, {
    environment: { ...tab.environment, fetch, warn: (message) => warnings.push(message) },
    onError: (error) => errors.push(error),
  });
  return {
    ...harness,
    widget,
    errors,
    warnings,
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
    ['empty 200 of a message', /\/complete$/, { status: 200, body: '' }],
    ['200 with a page as JSON of a message', /\/complete$/, { status: 200, body: CHALLENGE, type: JSON_TYPE }],
    ['200 with a page as text of a message', /\/complete$/, { status: 200, body: CHALLENGE, type: 'text/plain' }],
    ['a page as a stream of a message', /\/complete$/, { status: 200, body: CHALLENGE, type: 'text/event-stream' }],
    ['broken gzip of a message', /\/complete$/, { status: 200, body: brokenGzip, type: JSON_TYPE }],
    ['304 of a message', /\/complete$/, { status: 304, body: null }],
    ['403 challenge of a message', /\/complete$/, { status: 403, body: CHALLENGE }],
    ['403 of WordPress of a message', /\/complete$/, { status: 403, body: WORDPRESS, type: JSON_TYPE }],
    ['400 of Fastify of a message', /\/complete$/, { status: 400, body: FASTIFY, type: JSON_TYPE }],
    ['407 of a message', /\/complete$/, { status: 407, body: '<html>Proxy Authentication Required</html>' }],
    ['408 of a message', /\/complete$/, { status: 408, body: '' }],
    ['410 with a page of a message', /\/complete$/, { status: 410, body: '<html>Gone</html>' }],
    ['404 with a page of a message', /\/complete$/, { status: 404, body: '<html>Not Found</html>' }],
    ['499 of a message', /\/complete$/, { status: 499, body: null }],
    ['418 of a message', /\/complete$/, { status: 418, body: 'short and stout', type: 'text/plain' }],
    ['521 of a message', /\/complete$/, { status: 521, body: '<html>Web server is down</html>' }],
    ['525 of a message', /\/complete$/, { status: 525, body: 'error code: 525', type: 'text/plain' }],
    ['429, fractions of a second', /\/complete$/, { status: 429, body: '<html>Slow</html>', retryAfter: '1.5' }],
    ['429, less than none', /\/complete$/, { status: 429, body: '<html>Slow</html>', retryAfter: '-1' }],
    ['429, some time', /\/complete$/, { status: 429, body: '<html>Slow</html>', retryAfter: 'soon' }],
    ['429, a year', /\/complete$/, { status: 429, body: '<html>Slow</html>', retryAfter: '31536000' }],
    ['429, a date', /\/complete$/, { status: 429, body: '', retryAfter: 'Wed, 21 Oct 2099 07:28:00 GMT' }],
    ['429, a date that is over', /\/complete$/, { status: 429, body: '', retryAfter: 'Wed, 21 Oct 2015 07:28:00 GMT' }],
    ['503 maintenance for a while', /\/complete$/, { status: 503, body: '<h1>Maintenance</h1>', retryAfter: '120' }],
    ['503 maintenance in place of the session', /\/session\/create$/, { status: 503, body: '', retryAfter: '3600' }],
    ['empty 200 in place of the session', /\/session\/create$/, { status: 200, body: '' }],
    ['half of JSON in place of the session', /\/session\/create$/, { status: 200, body: '{"tok', type: JSON_TYPE }],
    ['WordPress in place of the session', /\/session\/create$/, { status: 403, body: WORDPRESS, type: JSON_TYPE }],
    ['a challenge in place of the session', /\/session\/create$/, { status: 200, body: CHALLENGE }],
    ['204 in place of the session', /\/session\/create$/, { status: 204, body: null }],
  ] satisfies [string, RegExp, Answer][])(
    'keeps the message to be tried again, and nothing counts as sent: %s',
    async (_, path, given) => {
      const answer: Answer = given;
      const world = behindProxy(path, answer);
      const { clock, server, widget, errors } = world;
      widget.conversation.send({ message: 'Hello' }).catch(() => undefined);
      await clock.advance(120_000);
      expect(readTexts(widget)).toEqual(['user: Hello']);
      expect(readServerTexts(server)).toEqual([]);
      expect(Object.values(widget.conversation.getState().deliveries)).toMatchObject([{ state: 'failed' }]);
      expect(widget.conversation.getState().reply).toBeUndefined();
      expect(shownBy(world)).not.toMatch(/<|Unexpected token|JSON|DOCTYPE/);
      // The owner learns of a session that is not to be had, and of a page where the network shows no failure.
      expect(errors.length > 0).toBe(path.source.includes('session'));
      expect(world.warnings.length > 0).toBe(answer.status === 200 && (answer.type ?? 'html').includes('html'));
      // Who names a time is asked once more.
      expect(world.count()).toBeLessThanOrEqual(/^[1-9]/.test(answer.retryAfter ?? '') ? 2 : 5);
      world.end();
      widget.conversation.retry().catch(() => undefined);
      await clock.advance(5_000);
      expect(readTexts(widget)).toEqual(['user: Hello', 'bot: Hello']);
      expect(readServerTexts(server)).toEqual(readTexts(widget));
      widget.close();
    },
  );
});
