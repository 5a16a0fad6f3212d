import type { AppContext } from '../appEnv';

/** What to send. */
export interface BytesToSend {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A document opened from these bytes may do nothing: no scripts, styles or requests. */
const HARMLESS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Accept-Ranges': 'bytes',
};

/**
 * Sends untrusted bytes, whole or the one requested range (RFC 9110), so that players can seek.
 */
export function sendBytes(
  context: AppContext,
  { type, bytes }: BytesToSend,
  headers: Readonly<Record<string, string>>,
): Response {
  const all = { ...HARMLESS, ...headers, 'Content-Type': type };
  const size = bytes.byteLength;
  const range = readRange(context.req.header('range'), size);
  if (range === 'unsatisfiable')
    return context.body(null, 416, { ...HARMLESS, 'Content-Range': `bytes */${String(size)}` });
  if (!range) return context.body(Uint8Array.from(bytes), 200, { ...all, 'Content-Length': String(size) });
  const [start, end] = range;
  return context.body(Uint8Array.from(bytes.subarray(start, end + 1)), 206, {
    ...all,
    'Content-Length': String(end - start + 1),
    'Content-Range': `bytes ${String(start)}-${String(end)}/${String(size)}`,
  });
}

/** First and last byte; undefined for no, several or invalid ranges: then everything is sent. */
function readRange(header: string | undefined, size: number): readonly [number, number] | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  return start >= size || (from === '' && Number(to) === 0) ? 'unsatisfiable' : [start, end];
}
