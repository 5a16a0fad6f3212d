/** A person's name for themselves and their team, who know the address. Visitors read `supportName` instead. */
export function colleagueName({ name, email }: { readonly name: string; readonly email: string }): string {
  return name.trim() || (email.split('@')[0] ?? '');
}
