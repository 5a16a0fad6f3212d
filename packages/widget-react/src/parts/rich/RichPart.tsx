import { useEffect, useMemo } from 'react';
import type { RichBlock, RichContent } from '@sotto/widget-core/content';
import { useWidget } from '../../hooks/useWidget';
import { richParts } from '../lateParts';
import { Skeleton } from '../Skeleton';
import { SourcePart } from '../SourcePart';

/**
 * A card, carousel, button group or form [W-19, W-20, W-21, W-22]. Parser and components are loaded with the first
 * one; until then a placeholder is shown. An invalid or incomplete body is shown as code, and so are all of them if
 * loading fails.
 */
export function RichPart({ block }: { readonly block: RichBlock }) {
  const widget = useWidget();
  const parts = richParts.useValue();
  const { content, problems } = useMemo(() => readBlock(parts, block), [parts, block]);
  useEffect(() => {
    for (const problem of problems) widget.warn(problem);
  }, [widget, problems]);

  if (parts === undefined) return <Skeleton of={block.type} />;
  if (!parts || !content) return <SourcePart block={block} />;
  return <parts.RichContentPart content={content} source={block.source} />;
}

function readBlock(
  parts: ReturnType<typeof richParts.useValue>,
  { type, source, closed }: RichBlock,
): { readonly content: RichContent | undefined; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const content =
    parts && closed
      ? parts.readRichBlock(type, source, ({ message }) => {
          problems.push(`In a ${type} block: ${message}`);
        })
      : undefined;
  if (parts && closed && !content)
    problems.push(`A ${type} block could not be read and is shown as text: ${parts.RICH_BLOCK_NEEDS[type]}`);
  return { content, problems };
}
