/**
 * Error codes that have a popup [H-8]. Separate from the alerts, because every page listens for them and few show
 * one.
 */
const ALERT_CODES = ['NOT_AUTHENTICATED', 'NO_SUBSCRIPTION', 'LIMITS_REACHED'] as const;

/** Whether a code has a popup. */
export function isAlertCode(code: unknown): code is (typeof ALERT_CODES)[number] {
  return (ALERT_CODES as readonly unknown[]).includes(code);
}
