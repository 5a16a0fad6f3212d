import { SendIcon, StopIcon } from '../icons/icons';
import { useConfig, useWords } from '../hooks/useWidgetStore';
import type { SendButtonProps } from '../parts/components';

/**
 * Send; Stop while a reply is streaming; Cancel while files are uploading. A single element, so that it keeps the
 * focus.
 */
export function SendButton({ buttonRef, does, label, isDisabled, onClick }: SendButtonProps) {
  const words = useWords();
  const isClosed = useConfig((config) => config.disabled);
  if (does === 'send')
    return (
      <button
        ref={buttonRef}
        type="submit"
        className="sotto-send"
        aria-label={label}
        title={isClosed ? words.busy : undefined}
        data-tip={isClosed ? undefined : label}
        disabled={isDisabled}
      >
        <SendIcon />
      </button>
    );
  return (
    <button
      ref={buttonRef}
      type="button"
      className="sotto-send"
      data-stops
      aria-label={label}
      data-tip={label}
      onClick={onClick}
    >
      <StopIcon />
    </button>
  );
}
