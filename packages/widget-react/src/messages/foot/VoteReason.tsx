import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type FormEvent,
  type KeyboardEvent,
} from 'react';
import { ENGLISH_WORDS, VOTE_REASON_MAX_LENGTH } from '@sotto/widget-core/internal';
import { isComposing } from '../../hooks/isComposing';
import { useWidget } from '../../hooks/useWidget';
import { useConversation, useWords } from '../../hooks/useWidgetStore';
import { CheckIcon, CloseIcon } from '../../icons/icons';
import { ActionButton } from './ActionButton';

const CHOICES = ['voteIncorrect', 'voteIncomplete', 'voteUnclear', 'voteOffTopic'] as const;
type Choice = (typeof CHOICES)[number];

const ROW: CSSProperties = { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8 };
const TITLE: CSSProperties = { paddingInlineStart: 9, fontWeight: 550 };
const CHIPS: CSSProperties = { padding: '4px 9px 6px' };
const FAINT: CSSProperties = { opacity: 0.55 };
/** A selected option has an accent border and a tick. */
const CHOSEN = { gap: 4, '--sotto-bot-message-button-border-primary': 'var(--sotto-accent)' } as CSSProperties;

interface VoteReasonProps {
  readonly messageId: string;
  readonly onClose: () => void;
}

/**
 * Asks below an answer what was wrong with it: options and a text box, all optional. Escape closes it. If sending
 * fails, the input is kept [W-24].
 */
export function VoteReason({ messageId, onClose }: VoteReasonProps) {
  const widget = useWidget();
  const words = useWords();
  const isDown = useConversation((state) => state.votes[messageId] === 'down');
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const [text, setText] = useState('');
  const [state, setState] = useState<'open' | 'sending' | 'failed' | 'sent'>('open');
  const root = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const reason = toReason(chosen, text);
  const isSending = state === 'sending';
  // The vote button is disabled for two seconds and would lose the focus. If the visitor is already writing
  // elsewhere, the focus stays there.
  useLayoutEffect(() => {
    const form = root.current;
    const { activeElement, body } = form?.ownerDocument ?? document;
    if (activeElement === body || form?.closest('article')?.contains(activeElement))
      form?.querySelector<HTMLElement>('.sotto-chip')?.focus({ preventScroll: true });
    form?.scrollIntoView({ block: 'nearest' });
  }, []);

  const leave = (): void => {
    const article = root.current?.closest<HTMLElement>('article');
    if (!root.current?.contains(document.activeElement)) return;
    (article?.querySelector<HTMLElement>('.sotto-action[aria-pressed="true"]:enabled') ?? article)?.focus({
      preventScroll: true,
    });
  };
  const close = (): void => {
    leave();
    onClose();
  };
  const send = (): void => {
    if (reason === '' || isSending) return;
    setState('sending');
    widget.messages.vote(messageId, 'down', reason).then(
      () => {
        leave();
        setState('sent');
      },
      () => {
        setState('failed');
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    // Escape would close the chat.
    event.stopPropagation();
    close();
  };

  // The vote was removed, here or in another tab.
  if (!isDown) return null;
  return (
    <div ref={root} style={{ alignSelf: 'stretch', marginBlockStart: 8 }}>
      {state !== 'sent' && (
        <form
          className="sotto-editor"
          aria-labelledby={titleId}
          onKeyDown={onKeyDown}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            send();
          }}
        >
          <div style={ROW}>
            <p id={titleId} style={TITLE}>
              {words.voteWhy}
            </p>
            <ActionButton name={words.dismiss} onClick={close}>
              <CloseIcon />
            </ActionButton>
          </div>
          <div className="sotto-chips" role="group" aria-labelledby={titleId} style={CHIPS}>
            {CHOICES.map((choice) => {
              const isChosen = chosen.includes(choice);
              return (
                <button
                  key={choice}
                  type="button"
                  className="sotto-chip"
                  aria-pressed={isChosen}
                  style={isChosen ? CHOSEN : undefined}
                  onClick={() => {
                    setChosen(isChosen ? chosen.filter((one) => one !== choice) : [...chosen, choice]);
                  }}
                >
                  {isChosen && <CheckIcon />}
                  {words[choice]}
                </button>
              );
            })}
          </div>
          <textarea
            className="sotto-textbox"
            // Align the placeholder with the chat's language.
            dir={text === '' ? undefined : 'auto'}
            rows={2}
            aria-label={words.voteComment}
            placeholder={words.voteComment}
            // Leave room for the selected options, which are sent with it.
            maxLength={VOTE_REASON_MAX_LENGTH - 100}
            readOnly={isSending}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
            }}
          />
          <div className="sotto-dialog-buttons">
            <button
              type="submit"
              className="sotto-main-button"
              style={reason === '' ? FAINT : undefined}
              disabled={reason === ''}
            >
              {state === 'failed' ? words.retry : words.send}
            </button>
          </div>
        </form>
      )}
      <p className="sotto-note" role="status">
        {state === 'sent' ? words.formSent : state === 'failed' ? words.errorGeneric : ''}
      </p>
    </div>
  );
}

/** Combines the options, in English so that they can be counted across languages, and the visitor's text. */
function toReason(chosen: readonly Choice[], text: string): string {
  const names = CHOICES.filter((choice) => chosen.includes(choice)).map((choice) => ENGLISH_WORDS[choice]);
  return [names.join(', '), text.trim()].filter((part) => part !== '').join(': ');
}
