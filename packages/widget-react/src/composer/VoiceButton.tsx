import { useWords } from '../hooks/useWidgetStore';
import { useDictation } from '../hooks/useDictation';
import { MicrophoneIcon } from '../icons/toolIcons';

/** Dictation button [W-26]; hidden in browsers without speech recognition. */
export function VoiceButton({ isDisabled, onSend }: { readonly isDisabled: boolean; readonly onSend: () => void }) {
  const words = useWords();
  const { isPossible, isListening, isSpeaking, start, stop } = useDictation(onSend);
  if (!isPossible) return null;
  const name = isListening ? words.voiceStop : words.voiceStart;
  return (
    <button
      type="button"
      className="sotto-tool sotto-voice"
      aria-label={name}
      aria-pressed={isListening}
      title={isDisabled ? words.busy : undefined}
      data-tip={isDisabled ? undefined : name}
      data-heard={isSpeaking || undefined}
      disabled={isDisabled}
      onClick={isListening ? stop : start}
    >
      <MicrophoneIcon />
    </button>
  );
}
