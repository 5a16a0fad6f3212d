import { WidgetError } from '../errors';
import type { Contact } from '../api/requests';

/**
 * Validates contact details before they are sent [W-32].
 *
 * @throws WidgetError `contact_empty` without a contact, `contact_props_empty` without name, email, phone and identity
 * proof (specification, section 8)
 */
export function requireContact(contact: Contact | null | undefined): Contact {
  if (!contact) throw new WidgetError('contact_empty');
  const isFilled = [contact.name, contact.email, contact.phone, contact.identity].some(
    (value) => value !== undefined && value.trim() !== '',
  );
  if (!isFilled) throw new WidgetError('contact_props_empty');
  return contact;
}
