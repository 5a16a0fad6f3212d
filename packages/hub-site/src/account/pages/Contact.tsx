import type { OwnContact } from '@sotto/hub-api';
import { Moment } from './Moment';

/** The display name of a contact in a list; undefined if no detail is stored. */
export function personOf(contact: OwnContact | null): string | undefined {
  return contact
    ? ([contact.name, contact.email, contact.phone, contact.externalId].find(
        (text) => text !== null && text.trim() !== '',
      ) ?? undefined)
    : undefined;
}

/** A visitor's contact details, and whether the owner's server has verified them. */
export function ContactCard({ contact }: { contact: OwnContact }) {
  const { name, email, phone, externalId, isVerified, updatedAt } = contact;
  return (
    <section className="contact-card" aria-labelledby="contact-title">
      <h2 id="contact-title">Contact</h2>
      <dl>
        {name !== null && (
          <div>
            <dt>Name</dt>
            <dd>
              <bdi>{name}</bdi>
            </dd>
          </div>
        )}
        {email !== null && (
          <div>
            <dt>Email</dt>
            <dd>
              <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} dir="ltr">
                {email}
              </a>
            </dd>
          </div>
        )}
        {phone !== null && (
          <div>
            <dt>Phone</dt>
            <dd>
              <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} dir="ltr">
                {phone}
              </a>
            </dd>
          </div>
        )}
        {externalId !== null && (
          <div>
            <dt>Id on your site</dt>
            <dd>
              <bdi>{externalId}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>Received</dt>
          <dd>
            <Moment at={updatedAt} />
          </dd>
        </div>
      </dl>
      <p className="small quiet">
        {isVerified ? 'Verified: your server confirmed who this visitor is.' : 'Not verified: entered by the visitor.'}
      </p>
    </section>
  );
}
