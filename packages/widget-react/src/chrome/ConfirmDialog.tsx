import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { useWords } from '../hooks/useWidgetStore';

interface ConfirmDialogProps {
  readonly question: string;
  readonly onAnswer: (yes: boolean) => void;
}

/** A question that has to be answered first. Escape and a press beside it are a No. */
export function ConfirmDialog({ question, onAnswer }: ConfirmDialogProps) {
  const words = useWords();
  const id = useId();
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => { no.current?.focus(); }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onAnswer(false);
    } else if (event.key === 'Tab') keepInside(event);
  };

  return (
    <div className="sotto-dialog-layer" onKeyDown={onKeyDown} onPointerDown={(event) => { if (event.target === event.currentTarget) onAnswer(false); }}>
      <div className="sotto-dialog" role="alertdialog" aria-modal="true" aria-labelledby={id}>
        <p className="sotto-dialog-text" id={id} dir="auto">{question}</p>
        <div className="sotto-dialog-buttons">
          <button ref={no} type="button" className="sotto-quiet-button" onClick={() => { onAnswer(false); }}>{words.confirmNo}</button>
          <button type="button" className="sotto-main-button" onClick={() => { onAnswer(true); }}>{words.confirmYes}</button>
        </div>
      </div>
    </div>
  );
}

function keepInside(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const edge = event.shiftKey ? buttons[0] : buttons.at(-1);
  if (event.target !== edge) return;
  event.preventDefault();
  (event.shiftKey ? buttons.at(-1) : buttons[0])?.focus();
}
