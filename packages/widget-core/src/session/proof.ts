import type { Contact } from '../api/requests';
import { readTokenSubject } from '../lib/jwt';
import { sha256Base64Url } from '../lib/sha256';

/** A page's proof of the visitor's identity: a JWT, or an email address with its digest. */
export type Proof = Pick<Contact, 'identity' | 'email'>;

/** The proof in a contact. Undefined: the visitor is anonymous, even if the contact has a name. */
export function readProof(contact: Contact | null | undefined): Proof | undefined {
  const { identity, email } = contact ?? {};
  if (identity === undefined || identity === '') return undefined;
  return isDigest(identity) ? { identity, email } : { identity };
}

/**
 * Short name for the subject of a proof, used in storage keys, channels and locks; undefined: anonymous.
 *
 * A browser cannot check a proof: the subject it claims only selects where data is looked up, and the server decides.
 * The name is a hash, because a subject is often an email address, which must not appear in key names, and because its
 * characters must not affect the form of a key.
 */
export function subjectName(proof: Proof | undefined): string | undefined {
  if (proof?.identity === undefined) return undefined;
  const subject = isDigest(proof.identity) ? proof.email?.trim() : readTokenSubject(proof.identity);
  // An unreadable proof is its own subject, so that it never shows another person's data.
  return sha256Base64Url(subject ?? proof.identity).slice(0, 22);
}

/** Short name for a proof, stored with the session that was created with it; empty without a proof. */
export function proofName(proof: Proof | undefined): string {
  return proof?.identity === undefined ? '' : sha256Base64Url(proof.identity);
}

function isDigest(identity: string): boolean {
  return /^[0-9a-f]{64}$/i.test(identity);
}
