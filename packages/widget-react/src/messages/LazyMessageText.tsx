import { lazy, Suspense } from 'react';
import { longOrNot } from './longText';
import type { MessageTextProps } from './MessageText';

const load = () => import('./MessageText').then(({ MessageText }) => ({ default: MessageText }));

const LoadedText = lazy(load);

/** Begins to load what reads markdown, so that it is there before the first message. A failure shows when a message needs it. */
export function preloadMessageText(): void {
  load().catch(() => undefined);
}

/** `MessageText`, loaded when the first text is shown; until then its place is held, and when that takes long the text stands there as it was written. */
export function LazyMessageText(props: MessageTextProps) {
  const { text, className } = props;
  if (text === '') return null;
  return (
    <Suspense fallback={<div className={className} data-long={longOrNot(text)}><p className="sotto-plain sotto-plain-wait" dir="auto">{text}</p></div>}>
      <LoadedText {...props} />
    </Suspense>
  );
}
