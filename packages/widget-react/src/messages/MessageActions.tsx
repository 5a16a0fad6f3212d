import type { Message, Vote } from '@sotto/widget-core';
import { lazyPart } from '../hooks/lazyPart';
import { useConfirmation } from '../hooks/useConfirmation';
import { useCopy } from '../hooks/useCopy';
import { readPlainText } from '../hooks/readPlainText';
import { ignoreShown } from '../hooks/ignoreShown';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useConversation, useWords } from '../hooks/useWidgetStore';
import { CheckIcon, CopyIcon, ThumbDownIcon, ThumbUpIcon } from '../chrome/icons';
import { ActionButton } from './ActionButton';

const SpeakButton = lazyPart(() => import('./SpeakButton').then((part) => part.SpeakButton));

/** What one can do with an answer: copy it, hear it with `voiceOut`, and with `tools` say whether it was good [W-24]. */
export function MessageActions({ message }: { readonly message: Message }) {
  const words = useWords();
  const hasVotes = useConfig((config) => config.tools);
  const speaks = useConfig((config) => config.voiceOut);
  const { isCopied, copy } = useCopy();
  return (
    <div className="sotto-actions">
      <ActionButton name={isCopied ? words.copied : words.copy} onClick={() => { copy(readPlainText(message.text)); }}>
        {isCopied ? <CheckIcon /> : <CopyIcon />}
      </ActionButton>
      {speaks && <SpeakButton message={message} />}
      {hasVotes && <VoteButtons messageId={message.id} />}
    </div>
  );
}

function VoteButtons({ messageId }: { readonly messageId: string }) {
  const widget = useWidget();
  const words = useWords();
  const vote = useConversation((state) => state.votes[messageId]);
  const [isQuiet, beQuiet] = useConfirmation();
  const cast = (value: Vote): void => {
    beQuiet();
    ignoreShown(widget.vote(messageId, value));
  };
  return (
    <>
      <ActionButton name={words.upvote} isPressed={vote === 'up'} isDisabled={isQuiet} onClick={() => { cast('up'); }}><ThumbUpIcon /></ActionButton>
      <ActionButton name={words.downvote} isPressed={vote === 'down'} isDisabled={isQuiet} onClick={() => { cast('down'); }}><ThumbDownIcon /></ActionButton>
    </>
  );
}
