import type { Message } from '@sotto/widget-core';
import { Icon, CheckIcon, StopIcon } from '../../icons/icons';
import { useSpeech } from '../../hooks/useSpeech';
import { useWords } from '../../hooks/useWidgetStore';

const SpeakIcon = () => (
  <Icon>
    <path d="M9.8 4.2 6.6 7H4.5a1 1 0 0 0-1 1v4a1 1 0 0 0 1 1h2.1l3.2 2.8zM12.8 7.6a3.4 3.4 0 0 1 0 4.8M15 5.4a6.5 6.5 0 0 1 0 9.2" />
  </Icon>
);

/**
 * Reads an answer aloud: a tick for two seconds when the voice begins, and a second click makes it silent [W-24, W-27].
 */
export function SpeakButton({ message }: { readonly message: Message }) {
  const words = useWords();
  const { isPossible, state, isConfirmed, toggle } = useSpeech(message);
  if (!isPossible) return null;
  const isOn = state !== 'idle';
  const name = isOn ? words.stopSpeaking : words.speak;
  return (
    <button
      type="button"
      className="sotto-action"
      aria-label={name}
      data-tip={name}
      aria-pressed={isOn}
      aria-busy={state === 'loading'}
      onClick={toggle}
    >
      {isOn && isConfirmed ? <CheckIcon /> : isOn ? <StopIcon /> : <SpeakIcon />}
    </button>
  );
}
