import { createHash, randomBytes } from 'node:crypto';

/** The hidden field of a form that creates something: submitted twice, it creates one. */
export const FORM_KEY = 'key';

/** The last part of the paths whose calls create something. */
const CREATES = /\/(?:create|answer|report)$/;

/** A value for the hidden field, new each time a form is shown. */
export function newFormKey(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * The `Idempotency-Key` of a call that a form makes; undefined for calls that change something, which can be meant
 * twice. It depends on the input, because browsers go back to a form that was submitted, and other words are another
 * call.
 */
export function toCallKey(form: URLSearchParams, path: string, body: object): string | undefined {
  const key = form.get(FORM_KEY);
  if (!key || !CREATES.test(path)) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([key, path, body]))
    .digest('base64url');
}
