import { useRef } from 'react';
import { useShowsPeek, useConfig } from '../hooks/useWidgetStore';
import { useWidget } from '../hooks/useWidget';
import { Launcher } from './Launcher';
import { Peek, useReportSize, type PeekSize } from './Peek';

/** Something small that a closed frame shows, and how large it wants to be. */
export type CornerReport = (size: PeekSize, shown: 'launcher' | 'peek') => void;

interface FrameCornerProps {
  readonly onOpen: () => void;
  readonly onSize: CornerReport;
}

/**
 * Launcher and hint, drawn by the frame itself: for host pages that draw none [W-3]. The host makes the frame exactly
 * as large as they are.
 */
function FrameCorner({ onOpen, onSize }: FrameCornerProps) {
  const widget = useWidget();
  const position = useConfig((config) => config.position);
  const isPeeking = useShowsPeek();
  const corner = useRef<HTMLDivElement>(null);
  const launcher = useRef<HTMLDivElement>(null);
  useReportSize(corner, (size) => {
    if (!size) return;
    // With a hint above it the host must know both, to leave free what is beside the launcher.
    if (isPeeking && launcher.current)
      onSize({ width: launcher.current.offsetWidth, height: launcher.current.offsetHeight }, 'launcher');
    onSize(size, isPeeking ? 'peek' : 'launcher');
  });
  return (
    <div ref={corner} className="sotto-corner" data-position={position}>
      {isPeeking && (
        <Peek
          onOpen={() => {
            widget.view.setOpen(true);
          }}
        />
      )}
      <div ref={launcher} className="sotto-corner-launcher">
        <Launcher buttonRef={null} onClick={onOpen} />
      </div>
    </div>
  );
}

interface FrameSmallProps {
  readonly onPeek: ((size: PeekSize | undefined) => void) | undefined;
  readonly onCorner: CornerReport | undefined;
}

/** What a closed frame shows: the hint, and the launcher where the host page draws none. */
export function FrameSmall({ onPeek, onCorner }: FrameSmallProps) {
  const widget = useWidget();
  const open = (): void => {
    widget.view.setOpen(true);
  };
  return onCorner ? <FrameCorner onOpen={open} onSize={onCorner} /> : <Peek onOpen={open} onSize={onPeek} />;
}
