import { useMemo } from 'react';
import type { Message, ReplyStep } from '@sotto/widget-core';
import { toSteps } from '@sotto/widget-core/internal';
import { lazyPart } from '../hooks/lazyPart';
import { ownPart, type OwnParts } from '../parts/ownParts';
import { useOwnComponents } from '../parts/components';
import { useConfig, useConversation } from '../hooks/useWidgetStore';
import { LazyMessageText } from './LazyMessageText';

const OwnDataParts = lazyPart(() => import('../parts/OwnDataParts').then((part) => part.OwnDataParts));
const StepRow = lazyPart(() => import('./StepRow').then((part) => part.StepRow), <div className="sotto-step" />);

interface MessageBodyProps {
  /** Undefined: the reply that is being written. */
  readonly message: Message | undefined;
  readonly isFromBot: boolean;
}

const NO_STEPS: readonly ReplyStep[] = [];

/**
 * Its words, finished or as far as they have come, and between them what the bot did there [W-15]. With `stream` off,
 * words are shown when they are complete.
 */
export function MessageBody({ message, isFromBot }: MessageBodyProps) {
  const isVerbose = useConfig((config) => config.verbose);
  const live = useConversation((state) => (message ? NO_STEPS : (state.reply?.steps ?? NO_STEPS)));
  const parts = message?.parts;
  const stored = useMemo(() => (parts ? toSteps(parts) : NO_STEPS), [parts]);
  const { parts: own } = useOwnComponents();
  const all = message ? stored : live;
  const steps = isVerbose ? all : own?.tool ? all.filter((step) => isDrawnByOwner(step, own)) : NO_STEPS;
  // Words are counted by themselves: those that are being written must not be mounted again when a step comes behind
  // them.
  const pieces = [];
  let from = 0;
  let count = 0;
  for (const step of steps) {
    if (step.at > from) {
      pieces.push(<Words key={`words-${count}`} message={message} isFromBot={isFromBot} from={from} to={step.at} />);
      count += 1;
      from = step.at;
    }
    pieces.push(<StepRow key={`step-${pieces.length - count}`} step={step} isLive={message === undefined} />);
  }
  pieces.push(<Words key={`words-${count}`} message={message} isFromBot={isFromBot} from={from} to={undefined} />);
  if (own?.data && message?.meta) pieces.push(<OwnDataParts key="data" message={message} />);
  return pieces;
}

function isDrawnByOwner(step: ReplyStep, { tool }: OwnParts): boolean {
  return step.type === 'tool' && ownPart(tool, step.name) !== undefined;
}

/** The text from one place to another, or to its end. */
function Words({
  message,
  isFromBot,
  from,
  to,
}: MessageBodyProps & { readonly from: number; readonly to: number | undefined }) {
  const math = useConfig((config) => config.math);
  const isStreamed = useConfig((config) => config.stream);
  const text = useConversation((state) =>
    (message?.text ?? (isStreamed ? (state.reply?.text ?? '') : '')).slice(from, to),
  );
  return (
    <LazyMessageText
      className="sotto-bubble"
      text={text}
      isGrowing={message === undefined && to === undefined}
      isFromBot={isFromBot}
      math={math}
    />
  );
}
