const ADDRESS_MAX_LENGTH = 254;
const LOCAL_MAX_LENGTH = 64;
const LABEL_MAX_LENGTH = 63;
const LOCAL_PATTERN = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+$/;
const LABEL_PATTERN = /^[A-Za-z0-9-]+$/;

/**
 * Whether a trimmed text is a valid email address by the strict rules: at most 254 characters, local part at most 64,
 * domain labels at most 63 (specification 5, contract 4.6). Linear in the length of the text. International domains
 * must be in ASCII form.
 */
export function isEmailAddress(text: string): boolean {
  const address = text.trim();
  if (address.length > ADDRESS_MAX_LENGTH) return false;
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const labels = address
    .slice(at + 1)
    .toLowerCase()
    .split('.');
  if (at < 1 || local.length > LOCAL_MAX_LENGTH || !LOCAL_PATTERN.test(local)) return false;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false;
  return labels.length >= 2 && labels.every(isDomainLabel);
}

/** Looser check, for hints only: text, an at sign, text, a dot, text. */
export function looksLikeEmail(text: string): boolean {
  const address = text.trim();
  const at = address.indexOf('@');
  const dot = address.lastIndexOf('.');
  return at > 0 && dot > at + 1 && dot < address.length - 1 && !/\s/.test(address);
}

/**
 * Whether an address belongs to a disposable mail domain [W-33]. Loads the list on demand; if that fails, nothing is
 * blocked here, and the server checks the same list again.
 */
export async function isBlockedEmail(text: string): Promise<boolean> {
  const list = await import('./blockedEmailDomains').catch(() => undefined);
  return list?.isBlockedEmailDomain(text) ?? false;
}

function isDomainLabel(label: string): boolean {
  return (
    label.length >= 1 &&
    label.length <= LABEL_MAX_LENGTH &&
    LABEL_PATTERN.test(label) &&
    !label.startsWith('-') &&
    !label.endsWith('-')
  );
}
