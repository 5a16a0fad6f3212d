import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AppContext } from '../appEnv';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.map': 'application/json; charset=utf-8',
};
const ALREADY_SMALL = /^(?:font\/woff|image\/(?:png|webp))/;
/** Above this size, in bytes, maximum compression takes longer than it saves. */
const STRONG_COMPRESSION_MAX_BYTES = 65_536;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Content in plain and compressed form, with an ETag. */
export interface Content {
  readonly type: string;
  readonly body: Buffer;
  /** Digest of the plain bytes. */
  readonly digest: string;
  readonly brotli?: Buffer;
  readonly gzip?: Buffer;
}

/**
 * Content of a file, with the type of its extension.
 *
 * @param brotli - compressed bytes from a build
 */
export function contentOf(name: string, body: Buffer, brotli?: Buffer): Promise<Content> {
  return createContent(body, TYPES[extname(name)] ?? 'application/octet-stream', brotli);
}

/** Compresses bytes once, for all requests. */
async function createContent(body: Buffer, type: string, given?: Buffer): Promise<Content> {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  if (ALREADY_SMALL.test(type) || body.byteLength < 256) return { type, body, digest };
  const quality = body.byteLength <= STRONG_COMPRESSION_MAX_BYTES ? constants.BROTLI_MAX_QUALITY : 6;
  const [brotli, gzipped] = await Promise.all([
    given ?? toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    toGzip(body, { level: 9 }),
  ]);
  return { type, body, digest, brotli, gzip: gzipped };
}

/** Files of a folder, read and compressed on first use. */
export interface FileContents {
  /** Undefined if the file does not exist. */
  read(path: string): Promise<Content | undefined>;
  /** A generated page; recent ones are cached, so that each is compressed once. */
  ofText(text: string, type: string): Promise<Content>;
}

/** Number of cached generated pages. */
const REMEMBERED_TEXTS = 200;

/** Reads by absolute path, which the caller has validated. */
export function createFileContents(): FileContents {
  const contents = new Map<string, Promise<Content | undefined>>();
  const texts = new Map<string, Promise<Content>>();
  return {
    ofText(text, type) {
      const key = `${type} ${text}`;
      const content = texts.get(key) ?? createContent(Buffer.from(text), type);
      texts.delete(key);
      texts.set(key, content);
      const [oldest] = texts.keys();
      if (texts.size > REMEMBERED_TEXTS && oldest !== undefined) texts.delete(oldest);
      return content;
    },
    read(path) {
      let content = contents.get(path);
      if (!content) {
        content = Promise.all([readFile(path), readFile(`${path}.br`).catch(() => undefined)]).then(
          ([body, brotli]) => contentOf(path, body, brotli),
          () => undefined,
        );
        contents.set(path, content);
        // A missing file may exist after the next build.
        void content.then((found) => found ?? contents.delete(path));
      }
      return content;
    },
  };
}

/** Sends content in an accepted encoding, or 304. */
export function sendContent(
  context: AppContext,
  content: Content,
  headers: Readonly<Record<string, string>>,
): Response {
  const accepted = (context.req.header('accept-encoding') ?? '').toLowerCase();
  const encoding =
    content.brotli && /\bbr\b/.test(accepted) ? 'br' : content.gzip && /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
  const etag = `"${content.digest}${encoding === undefined ? '' : `-${encoding}`}"`;
  const all = { ...headers, ETag: etag, Vary: [headers['Vary'], 'Accept-Encoding'].filter(Boolean).join(', ') };
  if (matches(context.req.header('if-none-match'), content.digest)) return context.body(null, 304, all);
  const body = (encoding === 'br' ? content.brotli : encoding === 'gzip' ? content.gzip : undefined) ?? content.body;
  return context.body(new Uint8Array(body), 200, {
    ...all,
    'Content-Type': content.type,
    ...(encoding !== undefined && { 'Content-Encoding': encoding }),
  });
}

/** Whether one of the browser's ETags matches, in any encoding. */
function matches(header: string | undefined, digest: string): boolean {
  if (header === undefined) return false;
  return (
    header.trim() === '*' ||
    header.split(',').some(
      (tag) =>
        tag
          .trim()
          .replace(/^W\//, '')
          .replaceAll('"', '')
          .replace(/-(?:br|gzip)$/, '') === digest,
    )
  );
}
