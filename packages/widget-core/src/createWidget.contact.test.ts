// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createVisitorsHarness, contactOf } from './testing/visitorsHarness';
import { finish } from './testing/widgetHarness';

/** A browser whose server keeps what it is told of contacts. */
function setUp() {
  const harness = createVisitorsHarness();
  const upserts = () =>
    harness.server.requests.filter(({ path }) => path.endsWith('/contact/upsert')).map(({ body }) => body);
  return { ...harness, upserts };
}

describe('OW-14 a contact that the page sets', () => {
  it('is stored at once in a conversation that has begun, and once', async () => {
    const { openAs, send: say, clock, upserts, creations } = setUp();
    const widget = openAs(undefined);
    await say(widget, 'Hello');
    widget.contact.set({ name: 'Ada', email: 'ada@example.com' });
    await clock.advance(500);
    expect(upserts()).toEqual([{ name: 'Ada', email: 'ada@example.com' }]);
    // The page sets it with every page load.
    const next = openAs(undefined);
    await clock.advance(500);
    next.contact.set({ name: 'Ada', email: 'ada@example.com' });
    widget.contact.set({ name: 'Ada', email: 'ada@example.com' });
    await clock.advance(500);
    expect([upserts().length, creations().length]).toEqual([1, 1]);
    next.config.update({ contact: { name: 'Ada', phone: '+351 1' } });
    await clock.advance(500);
    expect(upserts().at(-1)).toEqual({ name: 'Ada', phone: '+351 1' });
  });

  it('is part of a conversation that begins later, and begins none', async () => {
    const { openAs, send: say, clock, upserts, creations } = setUp();
    const widget = openAs(undefined);
    widget.contact.set({ name: 'Ada' });
    await clock.advance(500);
    expect([upserts(), creations()]).toEqual([[], []]);
    await say(widget, 'Hello');
    expect(creations()).toMatchObject([{ body: { contact: { name: 'Ada' } } }]);
    expect(upserts()).toEqual([]);
    widget.contact.set(null);
    await clock.advance(500);
    expect(upserts()).toEqual([]);
  });

  it('is stored when it is set while the conversation is being created', async () => {
    const { open, openTab, clock, upserts, creations } = setUp();
    const { environment } = openTab();
    const slowFetch: typeof fetch = async (...request) => {
      const answer = await environment.fetch(...request);
      await new Promise<void>((resolve) => {
        clock.setTimer(resolve, 100);
      });
      return answer;
    };
    const widget = open(undefined, { environment: { ...environment, fetch: slowFetch } });
    const sent = widget.conversation.send({ message: 'Hello' });
    await clock.advance(50);
    expect(creations()).toHaveLength(1);
    widget.contact.set({ name: 'Ada' });
    await finish(clock, sent);
    await clock.advance(500);
    expect(upserts()).toEqual([{ name: 'Ada' }]);
  });

  it('reports a refusal, and is sent again by the next page that sets it', async () => {
    const { openAs, send: say, clock, server, upserts } = setUp();
    const widget = openAs(undefined);
    await say(widget, 'Hello');
    const errors: string[] = [];
    widget.on('error', ({ code }) => {
      errors.push(code);
    });
    server.failNext(/contact.upsert$/, 'BAD_REQUEST');
    widget.contact.set({ email: 'nonsense' });
    await clock.advance(60_000);
    expect(errors).toHaveLength(1);
    openAs(undefined).contact.set({ email: 'nonsense' });
    await clock.advance(500);
    expect(upserts()).toHaveLength(2);
  });

  it('is sent by one call with assignContact, with a proof as well', async () => {
    const { openAs, send: say, clock, upserts } = setUp();
    const widget = openAs('carol');
    await say(widget, 'Hello');
    await finish(clock, widget.contact.assign({ ...contactOf('carol'), phone: '1' }));
    await clock.advance(500);
    expect(upserts()).toHaveLength(1);
  });
});

describe('OW-24 the page that the visitor is on', () => {
  it('is part of a new session', async () => {
    const { open, send: say, creations } = setUp();
    await say(open(undefined, { readPage: () => 'https://shop.example.com/shoes' }), 'Hello');
    expect(creations()).toMatchObject([{ body: { page: 'https://shop.example.com/shoes' } }]);
  });
});
