import type { Contact } from '../api/requests';
import { readTokenSubject } from '../lib/jwt';
import { sha256Base64Url } from '../lib/sha256';

/** What a page shows of who its visitor is: a JWT, or the digest of a mail address with that address. */
export type Proof = Pick<Contact, 'identity' | 'email'>;

/** The proof in a contact. Undefined: the visitor is anonymous, whatever name the contact has. */
export function readProof(contact: Contact | null | undefined): Proof | undefined {
  const { identity, email } = contact ?? {};
  if (identity === undefined || identity === '') return undefined;
  return isDigest(identity) ? { identity, email } : { identity };
}

/**
 * Stands for the subject of a proof in the names of storage keys, channels and locks; undefined: anonymous.
 *
 * A browser cannot check a proof: what it claims only chooses the name under which something is looked for, and the
 * server decides. A hash, because a subject is often a mail address, which is nobody's business in the names of keys,
 * and because a key must not be shaped by what a subject contains.
 */
export function subjectName(proof: Proof | undefined): string | undefined {
  if (proof?.identity === undefined) return undefined;
  const subject = isDigest(proof.identity) ? proof.email?.trim() : readTokenSubject(proof.identity);
  // What cannot be read is a subject of its own: nobody else's things are shown for it.
  return sha256Base64Url(subject ?? proof.identity).slice(0, 22);
}

/** Stands for a proof beside the session that was made with it; empty without one. */
export function proofName(proof: Proof | undefined): string {
  return proof?.identity === undefined ? '' : sha256Base64Url(proof.identity);
}

function isDigest(identity: string): boolean {
  return /^[0-9a-f]{64}$/i.test(identity);
}
