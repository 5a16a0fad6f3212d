import type { DiagramBlock, MathBlock, RichBlock } from '@sotto/widget-core/content';
import { CodePart } from './CodePart';

/** A formula, diagram or rich block as it was written, for as long as nothing can draw it. Nothing is lost. */
export function SourcePart({ block }: { readonly block: MathBlock | DiagramBlock | RichBlock }) {
  return (
    <CodePart
      block={{
        language: block.kind === 'rich' ? block.type : block.kind === 'diagram' ? 'mermaid' : 'math',
        text: block.source,
      }}
    />
  );
}
