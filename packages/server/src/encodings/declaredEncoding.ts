import { knownEncoding } from './legacyDecoders';

/**
 * How much of a document is searched for its declaration, in bytes. The standard requires 1,024; browsers search the
 * whole head, and saved pages start with long comments.
 */
const HEAD_BYTES = 65_536;

/** The encoding named by a `Content-Type`; undefined if it names none or an unknown one. */
export function encodingOfType(contentType: string): string | undefined {
  const label = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1];
  return label === undefined ? undefined : knownEncoding(label);
}

/**
 * The encoding a document declares: in its XML declaration, or in its first `meta` with one (HTML 13.2.3.2). Comments
 * are ignored.
 */
export function encodingOfMarkup(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  const xml = /^\s{0,100}<\?xml\b[^>]{0,300}?\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1];
  return asMarkup(xml) ?? encodingOfMeta(head);
}

function encodingOfMeta(head: string): string | undefined {
  let at = 0;
  for (;;) {
    const start = head.indexOf('<', at);
    if (start < 0) return undefined;
    if (head.startsWith('<!--', start)) {
      const end = head.indexOf('-->', start + 4);
      if (end < 0) return undefined;
      at = end + 3;
      continue;
    }
    at = start + 1;
    if (!/^<meta[\s/]/i.test(head.slice(start, start + 6))) continue;
    const end = head.indexOf('>', start);
    const tag = head.slice(start, end < 0 ? undefined : Math.min(end, start + 1_000));
    const found = asMarkup(/\bcharset\s*=\s*["']?\s*([\w.:-]+)/i.exec(tag)?.[1]);
    if (found !== undefined) return found;
    at = start + tag.length;
  }
}

/** A document whose declaration can be read as ASCII is not UTF-16, whatever it declares (HTML 13.2.3.2). */
function asMarkup(label: string | undefined): string | undefined {
  const encoding = label === undefined ? undefined : knownEncoding(label);
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding;
}
