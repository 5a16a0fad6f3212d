import * as v from 'valibot';
import { parseAddress } from '../lib/parseAddress';

/** Most characters of an address in a request. */
const MAX_LENGTH = 2048;

/** Whether a text is an absolute http or https address. */
export function isWebAddress(text: string): boolean {
  return /^https?:$/.test(parseAddress(text)?.protocol ?? '');
}

/** An absolute address of the web, as text: https only, or http as well. It may still lead into a private network. */
export function webAddress(scheme: 'https' | 'http') {
  const expected = scheme === 'https' ? 'Expected an https address' : 'Expected an http or https address';
  return v.pipe(
    v.string(),
    v.maxLength(MAX_LENGTH, `Address is longer than ${MAX_LENGTH} characters`),
    // Valibot's own requirement is `URL.canParse`.
    { ...v.url<string, string>(expected), requirement: (text: string) => parseAddress(text) !== undefined },
    v.regex(scheme === 'https' ? /^https:\/\//i : /^https?:\/\//i, expected),
  );
}
