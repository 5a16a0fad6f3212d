import type { User } from '@sotto/hub-api';

/** A user record of the sign-in library. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** A person as the API shows them. */
export function toUser(
  person: Person,
  {
    isOperator,
    usesAssistant,
    image,
  }: { readonly isOperator: boolean; readonly usesAssistant: boolean; readonly image: string | null },
): User {
  const displayName = person.name.trim() === '' ? (person.email.split('@')[0] ?? '') : person.name;
  return {
    id: person.id,
    name: person.name,
    displayName,
    email: person.email,
    displayEmail: person.email,
    image,
    roles: isOperator ? ['operator'] : [],
    usesAssistant,
  };
}
