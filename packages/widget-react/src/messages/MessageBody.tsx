import type { Message, MessagePart } from '@sotto/widget-core/api';
import { addPart, messageParts } from '@sotto/widget-core/internal';
import { lazyPart } from '../hooks/lazyPart';
import { ownPart, type OwnParts } from '../parts/ownParts';
import { useOwnComponents } from '../parts/components';
import { useConfig, useConversation } from '../hooks/useWidgetStore';
import { LazyMessageText } from './LazyMessageText';

const OwnDataParts = lazyPart(() => import('../parts/OwnDataParts').then((part) => part.OwnDataParts));
const StepRow = lazyPart(() => import('./StepRow').then((part) => part.StepRow), <div className="sotto-step" />);

interface MessageBodyProps {
  /** Undefined for the streaming reply. */
  readonly message: Message | undefined;
  readonly isFromBot: boolean;
}

const NO_PARTS: readonly MessagePart[] = [];

/**
 * Text of a message so far, and its steps in between [W-15]. With `stream` off, text is shown when it is complete.
 */
export function MessageBody({ message, isFromBot }: MessageBodyProps) {
  const { verbose, stream, math } = useConfig((config) => config);
  const live = useConversation(({ reply }) => (message ? undefined : reply?.parts)) ?? NO_PARTS;
  const { parts: own } = useOwnComponents();
  const parts = (message ? messageParts(message) : live)
    .filter((part) => (part.type === 'text' ? message !== undefined || stream : verbose || isDrawnByOwner(part, own)))
    .reduce(addPart, []);
  // Text parts are numbered separately, so that a streaming one is not remounted when a step is added.
  const pieces = [];
  let words = 0;
  for (const [index, part] of parts.entries()) {
    if (part.type !== 'text')
      pieces.push(<StepRow key={`step-${index - words}`} step={part} isLive={message === undefined} />);
    else {
      pieces.push(
        <LazyMessageText
          key={`words-${words}`}
          className="sotto-bubble"
          text={part.text}
          isGrowing={message === undefined && index === parts.length - 1}
          isFromBot={isFromBot}
          math={math}
        />,
      );
      words += 1;
    }
  }
  if (own?.data && message?.meta) pieces.push(<OwnDataParts key="data" message={message} />);
  return pieces;
}

function isDrawnByOwner(part: MessagePart, own: OwnParts | undefined): boolean {
  return part.type === 'tool' && ownPart(own?.tool, part.name) !== undefined;
}
