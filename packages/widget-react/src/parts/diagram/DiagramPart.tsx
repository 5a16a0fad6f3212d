import { useRef, useState, type CSSProperties } from 'react';
import type { DiagramBlock } from '@sotto/widget-core/content';
import { useIsStreamed } from '../../hooks/messageContext';
import { useWidget } from '../../hooks/useWidget';
import { useWords } from '../../hooks/useWidgetStore';
import { AlertIcon, CopyIcon, MaximizeIcon } from '../../icons/icons';
import { CodePart } from '../CodePart';
import { copyDiagram } from './copyDiagram';
import type { Drawing } from './diagramMessages';
import type { CleanSvg } from './cleanSvg';
import { DiagramDrawing } from './DiagramDrawing';
import { DiagramView } from './DiagramView';
import { Skeleton } from '../Skeleton';
import { useDiagram } from './useDiagram';
import { useOverflow } from '../useOverflow';

/**
 * A diagram [W-18], drawn in a sandboxed page (`diagramSandbox.ts`), with buttons to copy and enlarge it. If it
 * cannot be drawn, its source is shown with the reason.
 */
export function DiagramPart({ block }: { readonly block: DiagramBlock }) {
  const words = useWords();
  const place = useRef<HTMLElement>(null);
  const { outcome, clean, colors, isDrawing } = useDiagram(block.source, place);
  const isHeld = useIsStreamed();
  const held = isHeld ? { '--sotto-held': estimateHeight(block.source) } : undefined;
  if (outcome && 'failure' in outcome) {
    return (
      <div className="sotto-diagram-source">
        <CodePart block={{ language: 'mermaid', text: block.source }} />
        <p className="sotto-diagram-reason">
          <AlertIcon />
          <span>{outcome.failure === 'failed' ? words.diagramFailed : words.diagramTooLarge}</span>
        </p>
      </div>
    );
  }
  return (
    <figure
      ref={place}
      className="sotto-diagram"
      aria-busy={isDrawing || undefined}
      data-held={isHeld || undefined}
      style={held as CSSProperties}
    >
      {outcome && colors ? (
        <Drawn drawing={outcome} clean={clean} ground={colors.ground} source={block.source} />
      ) : (
        <Skeleton of="diagram" />
      )}
    </figure>
  );
}

/**
 * Height reserved for a streamed diagram before its size is known, in rem, so that text below does not move. A larger
 * one scrolls.
 */
function estimateHeight(source: string): string {
  const lines = source.split('\n').filter((line) => line.trim() !== '').length;
  const isFlat = /^\s*(?:flowchart|graph)\s+(?:LR|RL)\b/.test(source);
  return `${String(isFlat ? 11 : Math.min(26, Math.max(13, 5 + lines * 2.6)))}rem`;
}

/** Maximum length of the source used as the text alternative, in characters. */
const MAX_ALT_LENGTH = 400;

interface DrawnProps {
  readonly drawing: Drawing;
  readonly clean: CleanSvg | undefined;
  readonly ground: string;
  readonly source: string;
}

function Drawn({ drawing, clean, ground, source }: DrawnProps) {
  const widget = useWidget();
  const words = useWords();
  const [isLarge, setLarge] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const isScrolling = useOverflow(scroller);
  const alt = `${words.diagram}: ${source.slice(0, MAX_ALT_LENGTH).replace(/\p{Cs}$/u, '')}`;
  const copy = (): void => {
    copyDiagram(drawing, ground).then(
      () => {
        widget.toasts.add({ kind: 'success', text: words.diagramCopied });
      },
      () => {
        widget.toasts.add({ kind: 'error', text: words.diagramCopyFailed });
      },
    );
  };
  return (
    <>
      <figcaption className="sotto-code-bar">
        <span className="sotto-code-language">{words.diagram}</span>
        <span className="sotto-diagram-buttons">
          <button type="button" className="sotto-code-copy" onClick={copy}>
            <CopyIcon />
            {words.copy}
          </button>
          <button
            type="button"
            className="sotto-code-copy"
            aria-label={words.maximize}
            data-tip={words.maximize}
            onClick={() => {
              setLarge(true);
            }}
          >
            <MaximizeIcon />
          </button>
        </span>
      </figcaption>
      <div
        ref={scroller}
        className="sotto-diagram-ground"
        style={{ '--sotto-ground': ground } as CSSProperties}
        {...(isScrolling && { tabIndex: 0, role: 'group', 'aria-label': words.diagram })}
      >
        <DiagramDrawing drawing={drawing} clean={clean} alt={alt} />
      </div>
      {isLarge && (
        <DiagramView
          drawing={drawing}
          clean={clean}
          alt={alt}
          ground={ground}
          onClose={() => {
            setLarge(false);
          }}
        />
      )}
    </>
  );
}
