import type { Message } from '@sotto/widget-core';
import { fillWord } from '@sotto/widget-core/internal';
import { Icon } from '../../icons/icons';
import { useWidget } from '../../hooks/useWidget';
import { useWords } from '../../hooks/useWidgetStore';

interface VersionSwitchProps {
  readonly message: Message;
  readonly versions: readonly string[];
  readonly mayChange: boolean;
}

/** "‹ 2 / 3 ›". At the first and last version the button stays focusable, so that the focus is not lost. */
export function VersionSwitch({ message, versions, mayChange }: VersionSwitchProps) {
  const widget = useWidget();
  const words = useWords();
  const place = versions.indexOf(message.id);
  const position = fillWord(message.type === 'bot' ? words.version : words.itemOf, {
    index: place + 1,
    count: versions.length,
  });
  const choose = (id: string): void => {
    widget.messages.chooseVersion(id).catch(() => {
      widget.toasts.add({ kind: 'error', text: words.errorGeneric });
    });
  };
  const step = (id: string | undefined, name: string, path: string) => (
    <button
      type="button"
      className="sotto-action"
      aria-label={name}
      data-tip={name}
      aria-disabled={!mayChange || id === undefined}
      onClick={() => {
        if (mayChange && id !== undefined) choose(id);
      }}
    >
      <Icon>
        <path d={path} />
      </Icon>
    </button>
  );
  return (
    <span className="sotto-versions" role="group" aria-label={position}>
      {step(versions[place - 1], words.previous, 'm12 5-5 5 5 5')}
      <span aria-live="polite">
        <span className="sotto-hidden">{position}</span>
        <span aria-hidden="true">
          {place + 1} / {versions.length}
        </span>
      </span>
      {step(versions[place + 1], words.next, 'm8 5 5 5-5 5')}
    </span>
  );
}
