import { describe, expect, it, vi } from 'vitest';
import { isWidgetError } from '../errors';
import { shortenName } from '../content/shortenName';
import type { SessionManager } from '../session/sessionManager';
import { createUploader, refuseFile } from './uploads';

const LIMITS = { attachmentMaxBytes: 1000, attachmentsPerMessage: 10, textMaxLength: 100 };
const ANSWER = {
  id: 'file_0001',
  name: 'plan.pdf',
  type: 'application/pdf',
  size: 4,
  url: '/v1/conversation/conv_1/attachment/file_0001/download',
};
const FILE = new File(['plan'], 'plan.pdf', { type: 'application/pdf' });

/** A request that is told what happens to it. */
class FakeRequest {
  readonly upload = new EventTarget();
  readonly #target = new EventTarget();
  readonly headers = new Map<string, string>();
  status = 200;
  responseText = '';
  url = '';
  sent: unknown;
  isAborted = false;
  open(_method: string, url: string): void {
    this.url = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  addEventListener(name: string, listener: () => void): void {
    this.#target.addEventListener(name, listener);
  }
  send(body: unknown): void {
    this.sent = body;
  }
  abort(): void {
    this.isAborted = true;
    this.#target.dispatchEvent(new Event('abort'));
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded, total }));
  }
  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.#target.dispatchEvent(new Event('load'));
  }
  fail(): void {
    this.#target.dispatchEvent(new Event('error'));
  }
}

function setUp() {
  const present = { conversationId: 'conv_1', token: 'token-1', tokenExpiresAt: 0 };
  const session = { getFresh: () => Promise.resolve(present), current: () => present } as unknown as SessionManager;
  const requests: FakeRequest[] = [];
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(new Response(JSON.stringify(ANSWER))));
  const closed = new AbortController();
  const createUpload = (): XMLHttpRequest => {
    const request = new FakeRequest();
    requests.push(request);
    return request as unknown as XMLHttpRequest;
  };
  const calls = () => ({ session, closed: closed.signal });
  const withProgress = createUploader('https://chat.example.com/base', { fetch, createUpload }, calls);
  const plain = createUploader('https://chat.example.com/base', { fetch }, calls);
  const signal = new AbortController();
  const shares: number[] = [];
  const following = {
    signal: signal.signal,
    onProgress: (share: number) => {
      shares.push(share);
    },
  };
  /** The session is there, and the request is on its way. */
  const begun = (): Promise<FakeRequest> =>
    vi.waitFor(() => {
      const [request] = requests;
      if (!request) throw new Error('There is no request yet');
      return request;
    });
  return { withProgress, plain, begun, fetch, following, shares, signal, closed };
}

describe('W-25 which files are accepted', () => {
  it.each([
    'a.png',
    'a.jpg',
    'a.JPEG',
    'a.md',
    'a.txt',
    'a.pdf',
    'a.docx',
    'a.pptx',
    'a.xlsx',
    'a.csv',
    'a.json',
    'a.yaml',
    'a.html',
  ])('takes %s', (name) => {
    expect(refuseFile({ name, type: '', size: 1000 }, LIMITS)).toBeUndefined();
  });

  it('refuses other endings, whatever type they claim, and files over the limit', () => {
    expect(refuseFile({ name: 'run.exe', type: 'image/png', size: 1 }, LIMITS)).toBe('fileType');
    expect(refuseFile({ name: 'a.svg', type: 'image/svg+xml', size: 1 }, LIMITS)).toBe('fileType');
    expect(refuseFile({ name: 'a.png', type: 'image/png', size: 1001 }, LIMITS)).toBe('fileSize');
  });

  it('shortens names over 20 characters in the middle and keeps their ending', () => {
    expect(shortenName('quarterly-report-2026.pdf')).toBe('quarterl…rt-2026.pdf');
    expect(shortenName('twenty-characters.md')).toBe('twenty-characters.md');
    expect(Array.from(shortenName(`${'🙂'.repeat(30)}.png`))).toHaveLength(20);
  });
});

describe('W-25 an upload', () => {
  it('sends the bytes with name, type and key, and tells how far it is', async () => {
    const { withProgress, begun, following, shares } = setUp();
    const upload = withProgress.upload(new File(['plan'], 'Plän.pdf'), 'file_key_1', following);
    const request = await begun();
    expect(request.url).toBe('https://chat.example.com/base/v1/conversation/conv_1/attachment/upload');
    expect(Object.fromEntries(request.headers)).toMatchObject({
      Authorization: 'Bearer token-1',
      'Content-Type': 'application/pdf',
      'X-File-Name': 'Pl%C3%A4n.pdf',
      'Idempotency-Key': 'file_key_1',
    });
    request.progress(1, 4);
    request.progress(4, 4);
    request.answer(200, ANSWER);
    await expect(upload).resolves.toMatchObject({ id: 'file_0001', conversationId: 'conv_1' });
    expect(shares).toEqual([0.25, 1]);
  });

  it('goes through fetch where there is nothing that tells the progress', async () => {
    const { plain, fetch, following } = setUp();
    await expect(plain.upload(FILE, 'file_key_1', following)).resolves.toMatchObject({ id: 'file_0001' });
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', body: FILE, credentials: 'omit' });
  });

  it.each([
    [
      'the server refuses it',
      (request: FakeRequest) => {
        request.answer(413, { code: 'CONTENT_TOO_LARGE', message: 'Too large' });
      },
      'CONTENT_TOO_LARGE',
    ],
    [
      'the answer makes no sense',
      (request: FakeRequest) => {
        request.answer(200, { id: 7 });
      },
      'BAD_RESPONSE',
    ],
    [
      'something else answers',
      (request: FakeRequest) => {
        request.answer(502, '<html>');
      },
      'GENERIC_ERROR',
    ],
    [
      'another product answers in its JSON (srv-04)',
      (request: FakeRequest) => {
        request.answer(413, { statusCode: 413, code: 'FST_ERR_CTP_BODY_TOO_LARGE', message: '<b>Too large</b>' });
      },
      'ERROR_413',
    ],
    [
      'the connection is lost',
      (request: FakeRequest) => {
        request.fail();
      },
      'NETWORK',
    ],
  ])('fails with a code when %s', async (_, act, code) => {
    const { withProgress, begun, following } = setUp();
    const upload = withProgress.upload(FILE, 'file_key_1', following);
    act(await begun());
    await expect(upload).rejects.toSatisfy((error) => isWidgetError(error) && error.code === code);
  });

  it.each(['signal', 'closed'] as const)('ends when it is cancelled by %s', async (by) => {
    const context = setUp();
    const upload = context.withProgress.upload(FILE, 'file_key_1', context.following);
    const request = await context.begun();
    context[by].abort();
    await expect(upload).rejects.toMatchObject({ code: 'ABORTED' });
    expect(request.isAborted).toBe(true);
  });
});
