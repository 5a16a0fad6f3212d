import type { Message } from '@sotto/widget-core';
import { CheckIcon, StopIcon } from '../../icons/icons';
import { SpeakIcon } from '../../icons/toolIcons';
import { useSpeech } from '../../hooks/useSpeech';
import { useWords } from '../../hooks/useWidgetStore';

/** Read-aloud button: shows a tick for two seconds when the sound starts; a second press stops it [W-24, W-27]. */
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
