import { Component, type ReactNode } from 'react';

interface ReloadBoundaryProps {
  /** Called once when the tree below has failed: reloads the page, or shows that it cannot. */
  readonly onFail: () => void;
  readonly children: ReactNode;
}

/** Catches what no part caught [W-1, H-14]. Shows nothing itself: the page around it knows what can be done. */
export class ReloadBoundary extends Component<ReloadBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    // React has yet to take the failed tree off the page; what onFail shows must stay.
    queueMicrotask(this.props.onFail);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
