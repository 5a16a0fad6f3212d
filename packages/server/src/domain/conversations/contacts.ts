import { createId, isEmailAddress, type Clock, type Contact } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import { upsertContact, type ContactFields } from '../../db/queries/conversations/contactQueries';
import type { Proof } from './identity';

/** The specification's sentence for a contact without a single field (section 5). */
export const CONTACT_PROPS_EXPECTED = 'Contact props expected but not provided';
/** The specification's sentence for no contact at all. */
export const CONTACT_EXPECTED = 'Contact expected but not provided';

/**
 * Validates contact fields: trimmed and not empty, with a deliverable address.
 *
 * @throws ApiError 400 with the specification's sentence if nothing is left, or with `details` for an invalid address
 */
export function checkContact(contact: Contact): ContactFields {
  const fields = { name: trimmed(contact.name), email: trimmed(contact.email), phone: trimmed(contact.phone) };
  if (Object.values(fields).every((field) => field === undefined))
    throw new ApiError('BAD_REQUEST', CONTACT_PROPS_EXPECTED);
  if (fields.email !== undefined && !isEmailAddress(fields.email)) {
    throw new ApiError('BAD_REQUEST', 'Enter an email address', {
      details: [{ path: 'email', message: 'Expected an email address' }],
    });
  }
  return fields;
}

/**
 * Prepares a contact for storage: verified details override those entered by the visitor. @throws ApiError like
 * `checkContact`
 */
export function resolveContact(contact: Contact, proof: Proof | undefined): ContactFields {
  if (!proof) return checkContact(contact);
  const given = {
    ...contact,
    ...Object.fromEntries(Object.entries(proof.fields).filter(([, value]) => value !== undefined)),
  };
  const isNameless = [given.name, given.email, given.phone].every((field) => trimmed(field) === undefined);
  return { ...(isNameless ? {} : checkContact(given)), externalId: proof.subject };
}

/** Stores a contact; without an `externalId` it is unverified. @returns the contact's id */
export function saveContact(
  db: Database,
  clock: Clock,
  conversationId: string,
  fields: ContactFields,
): Promise<string> {
  return db.transaction((tx) => upsertContact(tx, createId('contact', clock), conversationId, fields, clock.now()));
}

function trimmed(text: string | undefined): string | undefined {
  const rest = text?.trim();
  return rest === '' ? undefined : rest;
}
