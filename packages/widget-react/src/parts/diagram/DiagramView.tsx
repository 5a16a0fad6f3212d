import { useLayoutEffect, useRef } from 'react';
import { useWords } from '../../hooks/useWidgetStore';
import { MinimizeIcon } from '../../icons/icons';
import { DiagramDrawing, type DiagramDrawingProps } from './DiagramDrawing';

interface DiagramViewProps extends DiagramDrawingProps {
  readonly ground: string;
  readonly onClose: () => void;
}

/** A diagram in a modal dialog. Escape, the button and a press outside close it. */
export function DiagramView({ drawing, clean, alt, ground, onClose }: DiagramViewProps) {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the element is removed: closing the dialog returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="sotto-diagram-view"
      style={{ background: ground }}
      aria-label={words.diagram}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Otherwise the same Escape would close the panel too.
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.stopPropagation();
      }}
    >
      <button
        type="button"
        className="sotto-bar-button sotto-diagram-close"
        aria-label={words.minimize}
        data-tip={words.minimize}
        onClick={onClose}
      >
        <MinimizeIcon />
      </button>
      <div
        className="sotto-diagram-stage"
        tabIndex={0}
        role="group"
        aria-label={words.diagram}
        onClick={(event) => {
          if (event.target === event.currentTarget) onClose();
        }}
      >
        <DiagramDrawing drawing={drawing} clean={clean} alt={alt} />
      </div>
    </dialog>
  );
}
