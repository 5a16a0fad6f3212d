import { Component, type ReactNode } from 'react';

interface ReloadBoundaryProps {
  /** Called once if rendering has failed: reloads the page, or shows an error. */
  readonly onFail: () => void;
  readonly children: ReactNode;
}

/** Catches errors that no part has caught [W-1, H-14]. Renders nothing itself; the page decides what to do. */
export class ReloadBoundary extends Component<ReloadBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    // React has not removed the failed tree yet, so `onFail` must not render into it.
    queueMicrotask(this.props.onFail);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
