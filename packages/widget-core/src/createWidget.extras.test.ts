// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { createFrameBridge } from './bridge/frameBridge';
import type { HostConnection } from './protocol/connection';
import { settle } from './testing/manualClock';
import { createHarness, finish, INTEGRATION } from './testing/widgetHarness';
import type { Widget } from './widget/widget';

const FEATURES = {
  ...INTEGRATION,
  config: { attachments: true },
  features: { synthesize: true, unfurl: true, upload: true },
};
const png = (name = 'photo.png'): File => new File(['picture'], name, { type: 'image/png' });

/** A widget whose server also takes files, previews links and speaks. */
async function setUp(limits: Partial<typeof FEATURES.limits> = {}) {
  const harness = createHarness();
  const tab = harness.openTab();
  const uploads: { name: string; key: string; answer: (response: Response) => void }[] = [];
  const unfurls: { url: string; answer: (micro: unknown) => void }[] = [];
  let isHeld = false;
  let count = 0;
  const accept = (name: string): Response =>
    Response.json({ id: `upload_${String((count += 1))}`, name, type: 'image/png', size: 7, url: '/download' });
  const fetch: typeof globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const headers = new Headers(init?.headers);
    if (url.endsWith('/attachment/upload')) {
      const name = decodeURIComponent(headers.get('X-File-Name') ?? '');
      return new Promise((answer) => {
        uploads.push({ name, key: headers.get('Idempotency-Key') ?? '', answer });
        if (!isHeld) answer(accept(name));
      });
    }
    if (url.endsWith('/unfurl')) {
      const { url: link } = JSON.parse(init?.body as string) as { url: string };
      return new Promise((answer) =>
        unfurls.push({
          url: link,
          answer: (micro) => {
            answer(Response.json({ micro }));
          },
        }),
      );
    }
    if (url.endsWith('/synthesize'))
      return Promise.resolve(Response.json({ id: 'speech_1', url: '/v1/speech.mp3', expiresAt: 9 }));
    return tab.environment.fetch(input, init);
  };
  const widget = harness.open(
    { ...tab, environment: { ...tab.environment, fetch } },
    { integration: { ...FEATURES, limits: { ...FEATURES.limits, ...limits } } },
  );
  // What is loaded when first needed is there from now on.
  await widget.draft.removeFile('none');
  return {
    ...harness,
    widget,
    uploads,
    unfurls,
    accept,
    hold: () => {
      isHeld = true;
    },
  };
}

const filesOf = (widget: Widget): string[] => widget.view.getState().files.map(({ name, state }) => `${name} ${state}`);
const toastsOf = (widget: Widget): string[] => widget.view.getState().toasts.map(({ text }) => text);

describe('W-25 files beside the text', () => {
  it('makes the session with the first upload and sends the files with the message', async () => {
    const { widget, clock, server } = await setUp();
    expect(server.requests).toEqual([]);
    await widget.draft.addFiles([png(), new File(['a,b'], 'table.csv')]);
    await settle();
    expect(filesOf(widget)).toEqual(['photo.png ready', 'table.csv ready']);
    await widget.draft.send('Look');
    await clock.advance(300);
    const complete = server.requests.find(({ path }) => path.endsWith('/complete'));
    expect(complete?.body).toMatchObject({ text: 'Look', attachments: [{ id: 'upload_1' }, { id: 'upload_2' }] });
    expect(filesOf(widget)).toEqual([]);
    expect(server.requests.filter(({ path }) => path.endsWith('/session/create'))).toHaveLength(1);
    const [message] = widget.conversation.getState().messages;
    expect(message?.attachments?.map(({ localName, localURL }) => [localName, localURL])).toEqual([
      ['photo.png', undefined],
      ['table.csv', undefined],
    ]);
    expect(Object.keys(widget.view.getState().localAddresses)).toEqual(['upload_1']);
    widget.close();
  });

  it('names every file that is not accepted, and takes the others', async () => {
    const { widget } = await setUp({ attachmentMaxBytes: 1_048_576 });
    await widget.draft.addFiles([
      new File(['x'], 'a-very-long-program-name.exe'),
      png(),
      new File([new Uint8Array(1_048_577)], 'large.pdf'),
    ]);
    expect(toastsOf(widget)).toEqual([
      'a-very-l…am-name.exe: this kind of file is not accepted\nlarge.pdf: larger than 1 MB',
    ]);
    expect(filesOf(widget)).toEqual(['photo.png uploading']);
    widget.close();
  });

  it('VI-41 a picture that has gone from the disk is refused, and the next file is taken', async () => {
    const { widget } = await setUp();
    const gone = new File(['x'], 'gone.webp');
    Object.assign(gone, { slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }) });
    await widget.draft.addFiles([gone]);
    expect(toastsOf(widget)).toEqual([expect.stringMatching(/^gone\.webp: .*JPEG/)]);
    await widget.draft.addFiles([png()]);
    await settle();
    expect(filesOf(widget)).toEqual(['photo.png ready']);
    widget.close();
  });

  it('inp-07 keeps the order in which they were chosen, also of those that become other files', async () => {
    const { widget } = await setUp();
    await widget.draft.addFiles([new File(['plain'], 'README'), png(), new File(['a,b'], 'table.csv')]);
    await settle();
    expect(filesOf(widget)).toEqual(['README.txt ready', 'photo.png ready', 'table.csv ready']);
    widget.close();
  });

  it('takes no more files than a message may have', async () => {
    const { widget } = await setUp({ attachmentsPerMessage: 2 });
    await widget.draft.addFiles([png('1.png'), png('2.png'), png('3.png')]);
    expect(filesOf(widget)).toHaveLength(2);
    expect(toastsOf(widget)).toEqual(['At most 2 files per message']);
    widget.close();
  });

  it('waits for running uploads before it sends, and can be called back', async () => {
    const { widget, clock, server, uploads, hold, accept } = await setUp();
    hold();
    widget.draft.set('Look');
    await widget.draft.addFiles([png()]);
    await settle();
    const waiting = new AbortController();
    const calledBack = widget.draft.send('Look', waiting.signal);
    waiting.abort();
    await expect(calledBack).rejects.toMatchObject({ code: 'ABORTED' });
    expect(filesOf(widget)).toEqual(['photo.png uploading']);
    const sent = widget.draft.send('Look');
    await settle();
    expect(server.requests.some(({ path }) => path.endsWith('/complete'))).toBe(false);
    uploads[0]?.answer(accept('photo.png'));
    await sent;
    await clock.advance(300);
    expect(server.requests.filter(({ path }) => path.endsWith('/complete'))).toHaveLength(1);
    expect(widget.draft.getState().text).toBe('');
    widget.close();
  });

  it('keeps text and files when an upload fails, and tries again with the same key', async () => {
    const { widget, server, uploads, hold, accept } = await setUp();
    hold();
    widget.draft.set('Look');
    await widget.draft.addFiles([png()]);
    await settle();
    const sent = widget.draft.send('Look');
    sent.catch(() => undefined);
    uploads[0]?.answer(Response.json({ code: 'UNPROCESSABLE_ENTITY', message: 'No picture' }, { status: 422 }));
    await expect(sent).rejects.toMatchObject({ code: 'failed' });
    expect(filesOf(widget)).toEqual(['photo.png failed']);
    expect(widget.view.getState().files[0]?.problem).toBe('No picture');
    expect(toastsOf(widget)).toEqual(['photo.png could not be uploaded']);
    expect(widget.draft.getState().text).toBe('Look');
    expect(server.requests.some(({ path }) => path.endsWith('/complete'))).toBe(false);
    await widget.draft.retryFile(widget.view.getState().files[0]?.id ?? '');
    await settle();
    uploads[1]?.answer(accept('photo.png'));
    await settle();
    expect(filesOf(widget)).toEqual(['photo.png ready']);
    expect(uploads[1]?.key).toBe(uploads[0]?.key);
    widget.close();
  });

  it('BE-33: a file that is refused for its size is named with it, and again when somebody sends nevertheless', async () => {
    const { widget, server, uploads, hold } = await setUp();
    hold();
    await widget.draft.addFiles([png()]);
    await settle();
    uploads[0]?.answer(new Response('Too large', { status: 413 }));
    await settle();
    const notice = 'photo.png (0.1 MB) could not be uploaded';
    expect(toastsOf(widget)).toEqual([notice]);
    for (const toast of widget.view.getState().toasts) widget.toasts.remove(toast.id);
    await expect(widget.draft.send('Look')).rejects.toMatchObject({ code: 'failed' });
    expect(toastsOf(widget)).toEqual([notice]);
    expect(server.requests.some(({ path }) => path.endsWith('/complete'))).toBe(false);
    widget.close();
  });

  it('gives files again to another conversation, and forgets them with a restart', async () => {
    const { widget, clock, server, uploads } = await setUp();
    await finish(clock, widget.conversation.send({ message: 'First', respond: false }));
    await widget.draft.addFiles([png()]);
    await settle();
    server.forgetSessions();
    server.refuseTokens();
    const revoke = vi.spyOn(URL, 'revokeObjectURL');
    await finish(clock, widget.conversation.send({ message: 'Hello', respond: false }));
    await widget.draft.send('Look');
    expect(uploads).toHaveLength(2);
    await widget.draft.addFiles([png()]);
    await widget.conversation.restart();
    expect(filesOf(widget)).toEqual([]);
    expect(revoke).toHaveBeenCalledTimes(2);
    revoke.mockRestore();
    widget.close();
  });

  it('W-37 uploads the files of a host page and sends them', async () => {
    const { widget, clock, server } = await setUp();
    const answers = new Map<string, (payload: never) => unknown>();
    const connection = {
      answer: (name: string, act: (payload: never) => unknown) => {
        answers.set(name, act);
        return () => undefined;
      },
      on: () => () => undefined,
      note: () => undefined,
      start: () => undefined,
      request: () => Promise.resolve({}),
    } as unknown as HostConnection;
    const bridge = createFrameBridge({ widget, connection, build: '1', protocol: 1 });
    const sent = answers.get('sendMessage')?.({
      message: 'Look',
      hidden: false,
      respond: true,
      attachments: [png('host.png')],
    } as never) as Promise<unknown>;
    await finish(clock, sent);
    expect(server.requests.find(({ path }) => path.endsWith('/complete'))?.body).toMatchObject({
      text: 'Look',
      attachments: [{ id: 'upload_1' }],
    });
    await expect(
      widget.conversation.send({ message: 'Bad', attachments: [new File(['x'], 'run.exe')] }),
    ).rejects.toMatchObject({ code: 'bad_payload' });
    bridge.close();
    widget.close();
  });
});

describe('W-23 link previews', () => {
  const MICRO = { url: 'https://example.org/a', title: 'A page', image: '/v1/unfurl/image/1' };

  it('holds a place while it looks, then keeps the preview with the message', async () => {
    const { widget, clock, unfurls } = await setUp();
    await finish(clock, widget.conversation.send({ message: 'see https://example.org/a' }));
    const key = widget.conversation.getState().messages[0]?.originalMessageId ?? '';
    const looked = widget.messages.previewLink(key, 'https://example.org/a');
    await settle();
    expect(widget.view.getState().previewing).toEqual([key]);
    void widget.messages.previewLink(key, 'https://example.org/a');
    await settle();
    expect(unfurls).toHaveLength(1);
    unfurls[0]?.answer(MICRO);
    await looked;
    expect(widget.view.getState().previewing).toEqual([]);
    expect(widget.conversation.getState().messages[0]?.micro).toEqual(MICRO);
    widget.close();
  });

  it('lets the place go after five seconds, and a late answer moves nothing', async () => {
    const { widget, clock, unfurls } = await setUp();
    await finish(clock, widget.conversation.send({ message: 'see https://example.org/a' }));
    const key = widget.conversation.getState().messages[0]?.originalMessageId ?? '';
    const looked = widget.messages.previewLink(key, 'https://example.org/a');
    await clock.advance(4999);
    expect(widget.view.getState().previewing).toEqual([key]);
    await clock.advance(1);
    await looked;
    expect(widget.view.getState().previewing).toEqual([]);
    unfurls[0]?.answer(MICRO);
    await settle();
    expect(widget.conversation.getState().messages[0]?.micro).toBeUndefined();
    widget.close();
  });

  it('shows nothing when there is nothing to show', async () => {
    const { widget, clock, unfurls } = await setUp();
    await finish(clock, widget.conversation.send({ message: 'see https://example.org/a' }));
    const looked = widget.messages.previewLink('x', 'https://example.org/a');
    await settle();
    unfurls[0]?.answer(null);
    await looked;
    expect(widget.conversation.getState().messages.every(({ micro }) => micro === undefined)).toBe(true);
    widget.close();
  });
});

describe('A201 what was not loaded', () => {
  it('is told to the page, once for each host and without the rest of its address', async () => {
    const { widget } = await setUp();
    const reported: string[] = [];
    widget.on('error', ({ code, message }) => reported.push(`${code} ${message}`));
    for (const address of [
      'https://evil.test/a.png?said=SECRET',
      'https://evil.test/b.png',
      'https://other.test/c.png',
    ])
      await widget.content.reportBlocked(address);
    expect(reported).toEqual([
      expect.stringMatching(/^content_blocked .*evil\.test/),
      expect.stringContaining('other.test'),
    ]);
    expect(reported.join()).not.toContain('SECRET');
    widget.close();
  });
});

describe('W-6 W-23 a picture of another site', () => {
  it('is the server’s own copy', async () => {
    const { widget, unfurls } = await setUp();
    const shown = widget.content.fetchPicture('https://example.org/a.png');
    await settle();
    expect(unfurls.map(({ url }) => url)).toEqual(['https://example.org/a.png']);
    unfurls[0]?.answer({ url: 'https://example.org/a.png', image: '/v1/unfurl/image/1' });
    expect((await shown).url).toBe(`${widget.base}/v1/unfurl/image/1`);
    widget.close();
  });

  it.each([
    ['nothing', null],
    ['no picture', { url: 'https://example.org/a.png', title: 'A page' }],
    ['the stranger’s own address', { url: 'https://example.org/a.png', image: 'https://example.org/a.png' }],
  ])('is a failure when the server has %s', async (_, micro) => {
    const { widget, unfurls } = await setUp();
    const shown = widget.content.fetchPicture('https://example.org/a.png');
    shown.catch(() => undefined);
    await settle();
    unfurls[0]?.answer(micro);
    await expect(shown).rejects.toMatchObject({ code: 'failed' });
    widget.close();
  });

  it('is given up after five seconds', async () => {
    const { widget, clock } = await setUp();
    const shown = widget.content.fetchPicture('https://example.org/a.png');
    const outcome = expect(shown).rejects.toBeTruthy();
    await clock.advance(5_000);
    await outcome;
    widget.close();
  });
});

describe('W-27 spoken messages', () => {
  it('gives the whole address of the audio', async () => {
    const { widget, clock } = await setUp();
    const reply = await finish(clock, widget.conversation.send({ message: 'Hello' }));
    await expect(widget.messages.synthesize(reply.id)).resolves.toEqual({
      url: 'https://chat.example.com/v1/speech.mp3',
    });
    widget.close();
  });
});
