// @vitest-environment node
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPage, startBackend, startEvents, until, type Backend } from '../testing/backend';
import { http } from './http';

let backend: Backend;
afterEach(async () => {
  vi.restoreAllMocks();
  await backend.close();
});

describe('an address that answers with text', () => {
  it('may stream it, and is told the conversation in the second turn, after a reload as well', async () => {
    backend = await startBackend(async ({ body }, response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' });
      const bytes = new TextEncoder().encode(`Zwölf 🥊 ${String((body as { messages: [] }).messages.length)}`);
      for (const byte of bytes) {
        response.write(Uint8Array.of(byte));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      response.end();
    });
    const { widget, reload, texts } = openPage(
      http(backend.url, { headers: async () => ({ 'X-Key': 'k' }), body: { bot: 'a' } }),
    );
    await widget().conversation.send({ message: 'Hello' });
    reload();
    await widget().conversation.send({ message: 'Again' });
    expect(texts()).toEqual(['user: Hello', 'bot: Zwölf 🥊 1', 'user: Again', 'bot: Zwölf 🥊 3']);
    expect(backend.requests[1]?.headers['x-key']).toBe('k');
    expect(backend.requests[1]?.body).toMatchObject({
      bot: 'a',
      text: 'Again',
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Zwölf 🥊 1' },
        { role: 'user', content: 'Again' },
      ],
    });
  });

  it('may answer with JSON', async () => {
    backend = await startBackend((_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"text":"Hello"}'),
    );
    expect((await openPage(http(backend.url)).widget().conversation.send({ message: 'Hi' })).text).toBe('Hello');
  });

  it('may answer with server-sent events of text, of JSON text or of objects', async () => {
    backend = await startBackend((_, response) => {
      const write = startEvents(response);
      for (const data of ['One ', JSON.stringify(' two'), { text: ' three' }, '4', '[DONE]', 'never']) write(data);
      response.end();
    });
    expect((await openPage(http(backend.url)).widget().conversation.send({ message: 'Hi' })).text).toBe(
      'One  two three4',
    );
  });

  it('may fail in the middle with a sentence', async () => {
    backend = await startBackend((_, response) => {
      const write = startEvents(response);
      write('Partly');
      write({ message: 'Out of paper' }, 'error');
      response.end();
    });
    const { widget, newest } = openPage(http(backend.url));
    await expect(widget().conversation.send({ message: 'Hi' })).rejects.toThrow('Out of paper');
    expect(newest()).toMatchObject({ text: 'Partly', failure: { message: 'Out of paper' } });
  });

  it('may answer with anything else: the message stays, with a way to try again', async () => {
    let answer = '{"other":1}';
    backend = await startBackend((_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(answer),
    );
    const { widget, texts } = openPage(http(backend.url));
    await expect(widget().conversation.send({ message: 'Hi' })).rejects.toMatchObject({ code: 'BAD_RESPONSE' });
    answer = '{"text":"Fine"}';
    await widget().conversation.retry();
    await until(() => {
      expect(texts()).toEqual(['user: Hi', 'bot: Fine']);
    });
  });

  it.each([
    [
      'a page of HTML',
      200,
      { 'Content-Type': 'text/html; charset=utf-8' },
      '<!doctype html>Just a moment',
      'BAD_RESPONSE',
    ],
    ['a page of XHTML', 200, { 'Content-Type': 'application/xhtml+xml' }, '<html>Sign in</html>', 'BAD_RESPONSE'],
    ['a page in capitals', 200, { 'Content-Type': 'TEXT/HTML' }, '<html>Sign in</html>', 'BAD_RESPONSE'],
    ['nothing', 204, {}, undefined, 'NO_ANSWER'],
  ])('BE-10 answers with %s: that is no reply, and the owner reads why', async (_, status, headers, page, code) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    backend = await startBackend((_request, response) => response.writeHead(status, headers).end(page));
    const { widget, texts } = openPage(http(backend.url));
    await expect(widget().conversation.send({ message: 'Hi' })).rejects.toMatchObject({ code });
    expect(texts()).toEqual(['user: Hi']);
    expect(Object.values(widget().conversation.getState().deliveries)).toMatchObject([{ state: 'failed' }]);
    expect(warn.mock.calls).toEqual([[expect.stringContaining(backend.url)]]);
    expect(backend.requests).toHaveLength(1);
  });

  it.each([
    ['of no type', {}, '<html>Sign in</html>'],
    ['as text', { 'Content-Type': 'text/plain' }, '\r\n<!DOCTYPE html><title>Just a moment...</title>'],
  ])('srv-04 answers with a page %s: that is no reply, and the owner reads why', async (_, headers, page) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    backend = await startBackend((_request, response) => response.writeHead(200, headers).end(page));
    const { widget, texts } = openPage(http(backend.url));
    await expect(widget().conversation.send({ message: 'Hi' })).rejects.toMatchObject({ code: 'BAD_RESPONSE' });
    expect(texts()).toEqual(['user: Hi']);
    expect(widget().conversation.getState().failure).toMatchObject({ canRetry: true });
    expect(warn.mock.calls).toEqual([[expect.stringContaining(backend.url)]]);
  });

  it.each([
    ['nothing', ''],
    ['spaces', ' \n '],
  ])('BE-6 answers with %s: that is no reply, and it can be requested again', async (_, text) => {
    let answer = text;
    backend = await startBackend((_request, response) =>
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end(answer),
    );
    const { widget, newest } = openPage(http(backend.url));
    await expect(widget().conversation.send({ message: 'Hi' })).rejects.toMatchObject({ code: 'NO_ANSWER' });
    expect(widget().conversation.getState().failure).toMatchObject({ code: 'NO_ANSWER', canRetry: true });
    answer = 'Fine';
    await widget().conversation.retry();
    await until(() => {
      expect(newest()?.text).toBe('Fine');
    });
  });

  it.each([
    [429, '0.02'],
    [502, '0.02'],
    [503, '0.02'],
  ])('BE-11 refuses with %i and Retry-After: the same message is sent again then', async (status, after) => {
    backend = await startBackend((_request, response) => {
      if (backend.requests.length < 3) response.writeHead(status, { 'Retry-After': after }).end('busy');
      else response.writeHead(200, { 'Content-Type': 'text/plain' }).end('Fine');
    });
    const { widget, texts } = openPage(http(backend.url));
    await widget().conversation.send({ message: 'Hi' });
    expect(texts()).toEqual(['user: Hi', 'bot: Fine']);
    const ids = backend.requests.map(({ body }) => (body as { id: string }).id);
    expect(ids).toEqual([ids[0], ids[0], ids[0]]);
  });

  it('may not be there: the message stays, with a way to try again', async () => {
    backend = await startBackend(() => undefined);
    await backend.close();
    const { widget } = openPage(http(backend.url));
    await expect(widget().conversation.send({ message: 'Hi' })).rejects.toMatchObject({ code: 'NETWORK' });
    expect(Object.values(widget().conversation.getState().deliveries)).toMatchObject([{ state: 'failed' }]);
  });

  it('hears that the visitor has stopped the reply', async () => {
    backend = await startBackend(async ({ signal }, response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      while (!signal.aborted) {
        response.write('word ');
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
    });
    const { widget, liveText, newest } = openPage(http(backend.url));
    widget()
      .conversation.send({ message: 'Talk' })
      .catch(() => undefined);
    await until(() => {
      expect(liveText()).toContain('word');
    });
    await widget().conversation.stop();
    expect(newest()).toMatchObject({ end: 'abort' });
    await until(() => {
      expect(backend.requests[0]?.signal.aborted).toBe(true);
    });
  });
});
