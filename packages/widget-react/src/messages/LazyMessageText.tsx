import { lazyPart } from '../hooks/lazyPart';
import { longOrNot } from './longText';
import type { MessageTextProps } from './MessageText';

const LoadedText = lazyPart<MessageTextProps>(
  () => import('./MessageText').then((part) => part.MessageText),
  ({ text, className }) => (
    <div className={className} data-long={longOrNot(text)}>
      <p className="sotto-plain sotto-plain-wait" dir="auto">
        {text}
      </p>
    </div>
  ),
  { isFirst: true },
);

/**
 * `MessageText`, loaded when the first text is shown; until then its place is held, and when that takes long, or fails,
 * the text stands there as it was written.
 */
export function LazyMessageText(props: MessageTextProps) {
  return props.text === '' ? null : <LoadedText {...props} />;
}
