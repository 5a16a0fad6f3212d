import { ThumbDownIcon, ThumbUpIcon } from '../../icons/toolIcons';
import type { Vote } from '@sotto/widget-core';
import { ignoreShown } from '../../hooks/ignoreShown';
import { useConfirmation } from '../../hooks/useCopy';
import { useWidget } from '../../hooks/useWidget';
import { useConversation, useWords } from '../../hooks/useWidgetStore';
import { ActionButton } from './ActionButton';

interface VoteButtonsProps {
  readonly messageId: string;
  readonly onVote: (vote: Vote) => void;
}

/** Vote buttons for an answer; disabled for a moment after a vote [W-24]. */
export function VoteButtons({ messageId, onVote }: VoteButtonsProps) {
  const widget = useWidget();
  const words = useWords();
  const vote = useConversation((state) => state.votes[messageId]);
  const [isQuiet, beQuiet] = useConfirmation();
  const cast = (value: Vote): void => {
    beQuiet();
    ignoreShown(widget.messages.vote(messageId, value));
    onVote(value);
  };
  return (
    <>
      <ActionButton
        name={words.upvote}
        isPressed={vote === 'up'}
        isDisabled={isQuiet}
        onClick={() => {
          cast('up');
        }}
      >
        <ThumbUpIcon />
      </ActionButton>
      <ActionButton
        name={words.downvote}
        isPressed={vote === 'down'}
        isDisabled={isQuiet}
        onClick={() => {
          cast('down');
        }}
      >
        <ThumbDownIcon />
      </ActionButton>
    </>
  );
}
