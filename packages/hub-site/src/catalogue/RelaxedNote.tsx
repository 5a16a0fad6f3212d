import type { CardList } from '@sotto/hub-api';

/** Explains how the search was relaxed if nothing contains all words as typed. `items`: name of what is listed. */
export function RelaxedNote({ q, relaxed, items }: { q: string; relaxed: CardList['relaxed']; items: string }) {
  if (!relaxed) return null;
  return (
    <p className="relaxed-note" role="note">
      Nothing has all the words of <q dir="auto">{q}</q>.{' '}
      {relaxed.matches === 'all' ? `These ${items} match` : `These ${items} match some of the words of`}{' '}
      <q dir="auto">{relaxed.words}</q>.
    </p>
  );
}
