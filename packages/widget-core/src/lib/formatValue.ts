import { attempt } from './attempt';

/** Formats a value for a message: short and on one line. */
export function formatValue(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  const text = attempt(() => JSON.stringify(value)) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
