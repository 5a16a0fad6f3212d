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
 * `MessageText`, loaded with the first text. Until then a placeholder is shown, and the plain text if loading takes
 * long or fails.
 */
export function LazyMessageText(props: MessageTextProps) {
  return props.text === '' ? null : <LoadedText {...props} />;
}
