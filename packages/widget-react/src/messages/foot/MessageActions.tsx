import type { Message, Vote } from '@sotto/widget-core';
import { lazyPart } from '../../hooks/lazyPart';
import { useCopy } from '../../hooks/useCopy';
import { useWidget } from '../../hooks/useWidget';
import { useConfig, useWords } from '../../hooks/useWidgetStore';
import { CheckIcon, CopyIcon } from '../../icons/icons';
import { ActionButton } from './ActionButton';

const VoteButtons = lazyPart(() => import('./VoteButtons').then((part) => part.VoteButtons), null, { isFirst: true });
const SpeakButton = lazyPart(() => import('./SpeakButton').then((part) => part.SpeakButton), null, { isFirst: true });

interface MessageActionsProps {
  readonly message: Message;
  readonly onVote: (vote: Vote) => void;
}

/**
 * Actions of a reply: copy, read aloud with `voiceOut`, and vote with `tools` [W-24].
 */
export function MessageActions({ message, onVote }: MessageActionsProps) {
  const words = useWords();
  const takesVotes = useWidget().integration.features.vote !== false;
  const hasVotes = useConfig((config) => config.tools) && takesVotes;
  const speaks = useConfig((config) => config.voiceOut);
  const { isCopied, copy } = useCopy();
  return (
    <div className="sotto-actions">
      <ActionButton
        name={isCopied ? words.copied : words.copy}
        onClick={({ currentTarget }) => {
          copy(message.text, async () => {
            await (await import('./writeRich')).writeRich(message.text, currentTarget);
          });
        }}
      >
        {isCopied ? <CheckIcon /> : <CopyIcon />}
      </ActionButton>
      {speaks && <SpeakButton message={message} />}
      {hasVotes && <VoteButtons messageId={message.id} onVote={onVote} />}
    </div>
  );
}
