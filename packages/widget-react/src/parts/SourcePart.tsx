import type { DiagramBlock, MathBlock, RichBlock } from '@sotto/widget-core/content';
import { CodePart } from './CodePart';

/** Source of a formula, diagram or rich block that cannot be rendered. */
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
