import type { ApiErrorCode } from '../errors';
import { parseJson, type Json } from '../lib/json';
import { sha256Base64Url } from '../lib/sha256';

type Body = Readonly<Record<string, Json>> | undefined;

/** Whose the conversations of a fake server are, by the rules of session create. */
export interface FakeSubjects {
  /**
   * Whether a conversation may be gone on with, or the code with which the call is refused. Binds it where the rules
   * say so.
   */
  admit(conversationId: string | undefined, body: Body): ApiErrorCode | { readonly mayContinue: boolean };
  /** Notes whose a new conversation is. */
  begin(conversationId: string, body: Body): void;
  /** What its tokens say of its subject. */
  claimsOf(conversationId: string): { readonly vis?: string };
}

/** @see FakeSubjects */
export function createFakeSubjects(): FakeSubjects {
  const subjects = new Map<string, string>();
  const challenges = new Map<string, string>();

  return {
    admit(conversationId, body) {
      const proven = readSubject(body);
      if (proven === null) return 'NOT_AUTHORIZED';
      if (conversationId === undefined) return { mayContinue: false };
      const subject = subjects.get(conversationId);
      if (subject === proven) return { mayContinue: true };
      if (proven === undefined) return 'NOT_AUTHORIZED';
      if (subject !== undefined) return 'CONFLICT';
      const verifier = body?.['verifier'];
      if (typeof verifier !== 'string' || challenges.get(conversationId) !== sha256Base64Url(verifier))
        return { mayContinue: false };
      subjects.set(conversationId, proven);
      return { mayContinue: true };
    },
    begin(conversationId, body) {
      const subject = readSubject(body);
      const challenge = body?.['challenge'];
      if (typeof subject === 'string') subjects.set(conversationId, subject);
      else if (typeof challenge === 'string') challenges.set(conversationId, challenge);
    },
    claimsOf(conversationId) {
      const subject = subjects.get(conversationId);
      return subject === undefined ? {} : { vis: subject };
    },
  };
}

let serial = 0;

/** A proof as a host's backend would make it: each one is another text. With `isGood: false` its signature is wrong. */
export function fakeProof(sub: string, { isGood = true }: { readonly isGood?: boolean } = {}): string {
  serial += 1;
  const encode = (value: unknown): string =>
    btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
  return `${encode({ alg: 'HS256' })}.${encode({ sub, serial })}.${isGood ? 'good' : 'forged'}`;
}

/** Undefined without a proof, null for one that is none. */
function readSubject(body: Body): string | null | undefined {
  const identity = (body?.['contact'] as { identity?: string } | undefined)?.identity;
  if (identity === undefined) return undefined;
  const [, payload = '', signature] = identity.split('.');
  return signature === 'good'
    ? (parseJson(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub: string }).sub
    : null;
}
