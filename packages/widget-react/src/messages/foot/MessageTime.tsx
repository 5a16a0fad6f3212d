import { useMemo } from 'react';
import { useWidgetView } from '../../hooks/useWidgetStore';

/** When a message was said: the time today, day and time before. @param at - milliseconds since the epoch */
export function MessageTime({ at }: { readonly at: number | undefined }) {
  const language = useWidgetView((view) => view.language);
  const text = useMemo(() => (at === undefined ? undefined : formatTime(at, language)), [at, language]);
  if (at === undefined) return null;
  return (
    <time className="sotto-time" dateTime={new Date(at).toISOString()}>
      {text}
    </time>
  );
}

function formatTime(at: number, language: string): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  try {
    return new Intl.DateTimeFormat(
      language,
      isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
    ).format(date);
  } catch {
    // An unknown language tag.
    return new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(date);
  }
}
