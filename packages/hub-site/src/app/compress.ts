import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const TEXTS = /^(?:text\/|application\/(?:json|xml|rss|atom|manifest)|image\/svg)/;
/** Smaller responses, in bytes, fit into one packet anyway. */
const WORTH_BYTES = 1_024;
/** Low effort, because pages are rendered for each request. Built files were compressed with full effort. */
const PAGE_QUALITY = 4;

/** Compresses a response in the best format the browser accepts, unless it is already compressed or a picture. */
export async function compress(request: Request, response: Response): Promise<Response> {
  const { headers } = response;
  if (!TEXTS.test(headers.get('Content-Type') ?? '') || headers.has('Content-Encoding')) return response;
  headers.append('Vary', 'Accept-Encoding');
  const encoding = chooseEncoding(request);
  if (encoding === undefined || request.method === 'HEAD' || response.body === null) return response;
  const plain = Buffer.from(await response.arrayBuffer());
  if (plain.byteLength < WORTH_BYTES) return new Response(plain, { status: response.status, headers });
  const small = await (encoding === 'br'
    ? toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: PAGE_QUALITY } })
    : toGzip(plain));
  headers.set('Content-Encoding', encoding);
  return new Response(new Uint8Array(small), { status: response.status, headers });
}

/** The best accepted encoding; undefined for none. */
export function chooseEncoding(request: Request): 'br' | 'gzip' | undefined {
  const accepted = (request.headers.get('accept-encoding') ?? '').toLowerCase();
  return (['br', 'gzip'] as const).find((name) =>
    new RegExp(`(?:^|[\\s,])${name}(?![\\w-])(?!\\s*;\\s*q=0(?:\\.0*)?(?:$|[\\s,]))`).test(accepted),
  );
}
