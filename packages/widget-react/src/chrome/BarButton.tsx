import type { ReactNode } from 'react';

interface BarButtonProps {
  readonly name: string;
  /** Further classes. */
  readonly className?: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button with an icon, as in the top bar, with a tooltip. */
export function BarButton({ name, className = '', onClick, children }: BarButtonProps) {
  return (
    <button
      type="button"
      className={`sotto-bar-button ${className}`}
      aria-label={name}
      data-tip={name}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
