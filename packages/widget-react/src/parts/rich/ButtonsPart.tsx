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
   * Source of the block, which identifies an answer given before a reload. Without it the group always starts unused.
   */
  readonly source?: string;
}

/**
 * Buttons in a message [W-21]. A button with a valid address is a link; others send a message, after which the group
 * is disabled and the chosen button stays marked.
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
  // Not `disabled`, which would lose the focus.
  const isResting = isUsedUp || isBusy || isClosed;
  return (
    <button
      type="button"
      className="sotto-message-button sotto-choice"
      dir="auto"
      aria-disabled={isResting || undefined}
      aria-pressed={isUsedUp ? isChosen : undefined}
      // While waiting for a reply the button looks the same.
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
