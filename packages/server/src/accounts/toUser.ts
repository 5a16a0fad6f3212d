import type { User } from '@sotto/hub-api';
import { colleagueName } from '../lib/colleagueName';

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
  return {
    id: person.id,
    name: person.name,
    displayName: colleagueName(person),
    email: person.email,
    displayEmail: person.email,
    image,
    roles: isOperator ? ['operator'] : [],
    usesAssistant,
  };
}
