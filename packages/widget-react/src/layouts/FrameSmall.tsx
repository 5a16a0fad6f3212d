import { useWidget } from '../hooks/useWidget';
import { FrameCorner, type CornerReport } from './FrameCorner';
import { Peek, type PeekSize } from './Peek';

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
