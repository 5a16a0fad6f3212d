import { useEffect, useState, type ComponentType } from 'react';
import { loadRichBlocks, type RichBlock, type RichContent } from '@sotto/widget-core/content';
import { Skeleton } from './Skeleton';
import { useWidget } from '../hooks/useWidget';
import { SourcePart } from './SourcePart';

interface Ready {
  readonly content: RichContent;
  readonly Rich: ComponentType<{ readonly content: RichContent; readonly source: string }>;
}

/**
 * A card, carousel, button group or form [W-19, W-20, W-21, W-22]. What reads and draws it is loaded with the first one;
 * until then its place is held. A body that is not valid, or was cut off, is shown as the code it is: nothing is lost.
 */
export function RichPart({ block }: { readonly block: RichBlock }) {
  const widget = useWidget();
  const [ready, setReady] = useState<Ready | 'unreadable'>();
  useEffect(() => {
    let isWanted = true;
    const show = (next: Ready | 'unreadable'): void => {
      if (isWanted) setReady(next);
    };
    Promise.all([loadRichBlocks(), import('./RichContentPart')]).then(
      ([{ readRichBlock, RICH_BLOCK_NEEDS }, { RichContentPart }]) => {
        const content = block.closed ? readRichBlock(block.type, block.source, ({ message }) => { widget.warn(`In a ${block.type} block: ${message}`); }) : undefined;
        if (!content && block.closed) widget.warn(`A ${block.type} block could not be read and is shown as text: ${RICH_BLOCK_NEEDS[block.type]}`);
        show(content ? { content, Rich: RichContentPart } : 'unreadable');
      },
      () => { show('unreadable'); },
    );
    return () => {
      isWanted = false;
    };
  }, [widget, block.type, block.source, block.closed]);

  if (ready === 'unreadable') return <SourcePart block={block} />;
  if (!ready) return <Skeleton of={block.type} />;
  return <ready.Rich content={ready.content} source={block.source} />;
}
