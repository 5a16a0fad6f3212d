/**
 * Codes of failed calls that a popup answers [H-8]. Apart from the alerts themselves, because every page listens for
 * them and few ever show one.
 */
const ALERT_CODES = ['NOT_AUTHENTICATED', 'NO_SUBSCRIPTION', 'LIMITS_REACHED'] as const;

/** Whether a popup answers this code. */
export function isAlertCode(code: unknown): code is (typeof ALERT_CODES)[number] {
  return (ALERT_CODES as readonly unknown[]).includes(code);
}
