import { useWidget } from '../hooks/useWidget';
import { FrameCorner } from './FrameCorner';
import type { LayoutProps } from './LayoutSwitch';
import { Peek } from './Peek';

/** What a closed frame shows: the hint, and the launcher where the host page draws none. */
export function FrameSmall({ onPeek, onCorner }: Pick<LayoutProps, 'onPeek' | 'onCorner'>) {
  const widget = useWidget();
  const open = (): void => { widget.setOpen(true); };
  return onCorner ? <FrameCorner onOpen={open} onSize={onCorner} /> : <Peek onOpen={open} onSize={onPeek} />;
}
