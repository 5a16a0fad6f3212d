import type { MouseEvent, ReactNode } from 'react';

interface ActionButtonProps {
  readonly name: string;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  readonly onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  readonly children: ReactNode;
}

/** A small button below a message, with a tooltip. */
export function ActionButton({ name, isPressed, isDisabled = false, onClick, children }: ActionButtonProps) {
  return (
    <button
      type="button"
      className="sotto-action"
      aria-label={name}
      data-tip={name}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
