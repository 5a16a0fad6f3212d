import { useState } from 'react';
import { resolveButtonLink, type ButtonContent } from '@sotto/widget-core/content';
import { useHost } from '../../hooks/useHost';
import { ignoreShown } from '../../hooks/ignoreShown';
import { useConfig, useConversation } from '../../hooks/useWidgetStore';
import { useWidget } from '../../hooks/useWidget';
import { CheckIcon } from '../../icons/icons';
import { useOwnComponents } from '../components';
import { findAnswer, readInline, readInlineText } from './richInline';
import { InlineContent } from '../InlineContent';
import { LinkPart } from '../LinkPart';
import { originOf } from '../../lib/originOf';
import { textDirection } from '../../lib/textDirection';

interface ButtonsPartProps {
  readonly buttons: readonly ButtonContent[];
  /**
   * The body of the block they stand in: an answer given before a reload is found by it. Without one the group always
   * starts unused.
   */
  readonly source?: string;
}

/**
 * Buttons of a message [W-21]. One with a usable address is a link; any other sends a message for the visitor,
 * and the group is used up after one of those: the chosen one stays marked.
 */
export function ButtonsPart({ buttons, source }: ButtonsPartProps) {
  const widget = useWidget();
  const [chosen, setChosen] = useState(() => {
    const answer = source === undefined ? undefined : findAnswer(widget.conversation.getState().messages, source);
    const index = answer ? buttons.findIndex((button) => textOf(button) === answer.text) : -1;
    return index === -1 ? undefined : index;
  });
  const choose = (index: number, text: string): void => {
    setChosen(index);
    ignoreShown(widget.conversation.send({ message: text, type: 'input' }));
  };
  return (
    <div className="sotto-choices" dir={textDirection(buttons.map(({ caption }) => caption).join())}>
      {buttons.map((button, index) => (
        <ChoiceButton
          key={index}
          button={button}
          isChosen={chosen === index}
          isUsedUp={chosen !== undefined}
          onChoose={(text) => {
            choose(index, text);
          }}
        />
      ))}
    </div>
  );
}

interface ChoiceButtonProps {
  readonly button: ButtonContent;
  readonly isChosen: boolean;
  readonly isUsedUp: boolean;
  readonly onChoose: (text: string) => void;
}

function ChoiceButton({ button, isChosen, isUsedUp, onChoose }: ChoiceButtonProps) {
  const widget = useWidget();
  const own = useOwnComponents();
  const { hostAddress } = useHost();
  const math = useConfig((config) => config.math);
  const isClosed = useConfig((config) => config.disabled);
  const isBusy = useConversation((state) => state.reply !== undefined);
  const caption = readInline(button.caption, { math });
  const href =
    button.href === undefined
      ? undefined
      : resolveButtonLink(button.href, { hostAddress, serverOrigin: originOf(widget.base, hostAddress) });

  if (href !== undefined) {
    const Link = own.Link ?? LinkPart;
    return (
      <span className="sotto-choice-link" dir="auto">
        <Link link={{ kind: 'link', form: 'button', href, inlines: caption }}>
          <span>
            <InlineContent inlines={caption} />
          </span>
        </Link>
      </span>
    );
  }
  // Not `disabled`: the focus must not fall off the page under the finger that pressed.
  const isResting = isUsedUp || isBusy || isClosed;
  return (
    <button
      type="button"
      className="sotto-message-button sotto-choice"
      dir="auto"
      aria-disabled={isResting || undefined}
      aria-pressed={isUsedUp ? isChosen : undefined}
      // What only waits for a reply looks as before.
      data-spent={isUsedUp || isClosed || undefined}
      onClick={() => {
        if (!isResting) onChoose(textOf(button));
      }}
    >
      {isChosen && <CheckIcon />}
      <span>
        <InlineContent inlines={caption} />
      </span>
    </button>
  );
}

function textOf(button: ButtonContent): string {
  return button.message ?? readInlineText(button.caption);
}
