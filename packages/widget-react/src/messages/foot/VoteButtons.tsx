import { ThumbDownIcon, ThumbUpIcon } from '../../composer/toolIcons';
import type { Vote } from '@sotto/widget-core';
import { ignoreShown } from '../../hooks/ignoreShown';
import { useConfirmation } from '../../hooks/useCopy';
import { useWidget } from '../../hooks/useWidget';
import { useConversation, useWords } from '../../hooks/useWidgetStore';
import { ActionButton } from './ActionButton';

/** Whether an answer was good; quiet for a moment after a vote [W-24]. */
export function VoteButtons({ messageId }: { readonly messageId: string }) {
  const widget = useWidget();
  const words = useWords();
  const vote = useConversation((state) => state.votes[messageId]);
  const [isQuiet, beQuiet] = useConfirmation();
  const cast = (value: Vote): void => {
    beQuiet();
    ignoreShown(widget.messages.vote(messageId, value));
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
