import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { ResolvedConfig } from '@sotto/widget-core';

interface FloatingSurfaceProps {
  readonly layout: ResolvedConfig['layout'];
  /** Whether it covers the page. */
  readonly isModal: boolean;
  readonly position: string;
  readonly label: string;
  readonly isMaximized: boolean;
  /** Whether it fills the screen of a phone. */
  readonly isMobile: boolean;
  /** Receives the focus if it was inside. */
  readonly focusBack: () => Element | null;
  /** `launcher`: a press on the backdrop, as with the element. */
  readonly onClose: (reason: 'escape' | 'launcher') => void;
  readonly children: ReactNode;
}

/**
 * Surface of a floating layout. If it covers the page (popout, phones) it is a native modal dialog, which traps the
 * focus; beside a page that stays usable it is a region.
 */
export function FloatingSurface({
  layout,
  isModal,
  position,
  label,
  isMaximized,
  isMobile,
  focusBack,
  onClose,
  children,
}: FloatingSurfaceProps) {
  const surface = useRef<HTMLElement>(null);
  useFocusBack(surface, focusBack);
  const looks = {
    className: `sotto-panel sotto-${layout}`,
    'data-position': position,
    'data-floating': !isMobile || undefined,
    'data-maximized': isMaximized || undefined,
    'data-mobile': isMobile || undefined,
  };
  if (isModal)
    return (
      <Modal surface={surface} label={label} looks={looks} onClose={onClose}>
        {children}
      </Modal>
    );
  return (
    <section ref={surface} aria-label={label} {...looks}>
      {children}
    </section>
  );
}

// Layout effects are cleaned up while the surface is still in the document; later, its focus is unknown.
function useFocusBack(surface: RefObject<HTMLElement | null>, focusBack: () => Element | null): void {
  const back = useRef(focusBack);
  useLayoutEffect(() => {
    back.current = focusBack;
  });
  useLayoutEffect(() => {
    const element = surface.current;
    return () => {
      const focused = element && (element.getRootNode() as Document | ShadowRoot).activeElement;
      if (!focused || !element.contains(focused)) return;
      queueMicrotask(() => {
        const target = back.current();
        if (target instanceof HTMLElement) target.focus({ preventScroll: true });
      });
    };
  }, [surface]);
}

interface ModalProps {
  readonly surface: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly looks: { readonly className: string };
  readonly onClose: FloatingSurfaceProps['onClose'];
  readonly children: ReactNode;
}

function Modal({ surface, label, looks, onClose, children }: ModalProps) {
  useLayoutEffect(() => {
    const element = surface.current;
    if (!(element instanceof HTMLDialogElement)) return;
    element.showModal();
    // The browser would focus the first button; the code that opens the dialog decides.
    element.focus({ preventScroll: true });
    return () => {
      element.close();
    };
  }, [surface]);
  return (
    <dialog
      ref={surface as RefObject<HTMLDialogElement | null>}
      aria-label={label}
      tabIndex={-1}
      {...looks}
      onCancel={(event) => {
        // Also fired by the back gesture on phones.
        event.preventDefault();
        onClose('escape');
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose('launcher');
      }}
    >
      {children}
    </dialog>
  );
}
