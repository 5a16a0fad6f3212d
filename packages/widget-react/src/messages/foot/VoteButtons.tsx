import { Icon } from '../../icons/icons';
import type { Vote } from '@sotto/widget-core';
import { ignoreShown } from '../../hooks/ignoreShown';
import { useConfirmation } from '../../hooks/useCopy';
import { useWidget } from '../../hooks/useWidget';
import { useConversation, useWords } from '../../hooks/useWidgetStore';
import { ActionButton } from './ActionButton';

const ThumbUpIcon = () => (
  <Icon>
    <path
      d={
        'M6.5 16.5v-8l3.3-5.2a1.7 1.7 0 0 1 2.1 2.2L11.2 8h3.6a1.9 1.9 0 0 1 1.85 2.35l-1.1 4.7a1.9 1.9 0 0 1-1.85 1.45zM6.5' +
        ' 8.5H4a.5.5 0 0 0-.5.5v7a.5.5 0 0 0 .5.5h2.5'
      }
    />
  </Icon>
);

const ThumbDownIcon = () => (
  <Icon>
    <path
      d={
        'M13.5 3.5v8l-3.3 5.2a1.7 1.7 0 0 1-2.1-2.2L8.8 12H5.2a1.9 1.9 0 0 1-1.85-2.35l1.1-4.7A1.9 1.9 0 0 1 6.3 3.5zM13.5' +
        ' 11.5H16a.5.5 0 0 0 .5-.5V4a.5.5 0 0 0-.5-.5h-2.5'
      }
    />
  </Icon>
);

interface VoteButtonsProps {
  readonly messageId: string;
  readonly onVote: (vote: Vote) => void;
}

/** Whether an answer was good; quiet for a moment after a vote [W-24]. */
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
