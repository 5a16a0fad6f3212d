import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import type { Json, JsonObject } from '@sotto/widget-core';
import { useWords } from '../hooks/useWidgetStore';

interface ConfirmDialogProps {
  readonly question: string;
  /** Details below the question. */
  readonly detail?: string | undefined;
  /** Title of what has to be confirmed. */
  readonly values?: Json | undefined;
  /** The dialog appears while somebody may be typing: no button has the focus, so that a space confirms nothing. */
  readonly isUnasked?: boolean;
  readonly onAnswer: (yes: boolean) => void;
}

/** A modal question. Escape and a press outside mean No. */
export function ConfirmDialog({ question, detail, values, isUnasked = false, onAnswer }: ConfirmDialogProps) {
  const words = useWords();
  const id = useId();
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isUnasked) dialog.current?.querySelector('button')?.focus();
    // A frame in the background must not take the focus from its page.
    else if (dialog.current?.ownerDocument.hasFocus()) dialog.current.focus();
  }, [isUnasked]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onAnswer(false);
    } else if (event.key === 'Tab') keepInside(event);
  };

  return (
    <div
      className="sotto-dialog-layer"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onAnswer(false);
      }}
    >
      <div
        className="sotto-dialog"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={id}
        tabIndex={-1}
        ref={dialog}
      >
        <p className="sotto-dialog-text" id={id} dir="auto">
          {question}
        </p>
        {detail !== undefined && <p className="sotto-dialog-detail">{detail}</p>}
        {isRecord(values) && <Values values={values} />}
        <div className="sotto-dialog-buttons">
          <button
            type="button"
            className="sotto-quiet-button"
            onClick={() => {
              onAnswer(false);
            }}
          >
            {words.confirmNo}
          </button>
          <button
            type="button"
            className="sotto-main-button"
            onClick={() => {
              onAnswer(true);
            }}
          >
            {words.confirmYes}
          </button>
        </div>
      </div>
    </div>
  );
}

/** A long value scrolls, so that the buttons stay visible. */
function Values({ values }: { readonly values: JsonObject }) {
  const entries = Object.entries(values);
  if (entries.length === 0) return null;
  return (
    <dl className="sotto-dialog-values" tabIndex={0}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function isRecord(values: Json | undefined): values is JsonObject {
  return typeof values === 'object' && values !== null && !Array.isArray(values);
}

function keepInside(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const edge = event.shiftKey ? buttons[0] : buttons.at(-1);
  // From the dialog element itself, Tab moves to its first button, but Shift+Tab would leave the dialog.
  if (event.target !== edge && !(event.shiftKey && event.target === event.currentTarget.firstElementChild)) return;
  event.preventDefault();
  (event.shiftKey ? buttons.at(-1) : buttons[0])?.focus();
}
