// @vitest-environment node
import { afterEach, describe, expect, it } from 'vitest';
import { openPage, startBackend, startEvents, until, type Backend } from '../testing/backend';
import { http } from './http';

let backend: Backend;
afterEach(() => backend.close());

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
