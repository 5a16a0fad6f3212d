import { useLayoutEffect, useRef, type CSSProperties } from 'react';
import type { CleanSvg } from './cleanSvg';
import { drawingAddress } from './copyDiagram';
import type { Drawing } from './diagramMessages';

/** A finished diagram and its text alternative. */
export interface DiagramDrawingProps {
  readonly drawing: Drawing;
  /** Its elements; without them it is shown as a picture. */
  readonly clean: CleanSvg | undefined;
  readonly alt: string;
}

/** The drawing. Its size is known in advance, so nothing moves. */
export function DiagramDrawing({ drawing, clean, alt }: DiagramDrawingProps) {
  const width = Math.ceil(drawing.width);
  const height = Math.ceil(drawing.height);
  const style = { '--sotto-natural': `${width}px`, aspectRatio: `${width} / ${height}` } as CSSProperties;
  if (clean) return <InlineSvg clean={clean} alt={alt} style={style} />;
  return (
    <img
      className="sotto-diagram-image"
      src={drawingAddress(drawing)}
      width={width}
      height={height}
      style={style}
      alt={alt}
      draggable={false}
    />
  );
}

interface InlineSvgProps {
  readonly clean: CleanSvg;
  readonly alt: string;
  readonly style: CSSProperties;
}

/**
 * Elements in a shadow root, which isolates their styles and ids: their text can be selected and found, and is sharp
 * at any zoom.
 */
function InlineSvg({ clean, alt, style }: InlineSvgProps) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (host.current) fill(host.current, clean);
  }, [clean]);
  return <div ref={host} className="sotto-diagram-image" role="img" aria-label={alt} style={style} />;
}

function fill(host: HTMLElement, { root, css }: CleanSvg): void {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const drawn = host.ownerDocument.importNode(root, true);
  // Screen readers announce the surrounding element.
  drawn.setAttribute('aria-hidden', 'true');
  const sheet = new CSSStyleSheet();
  // Constructed style sheets need no permission in a page's policy.
  sheet.replaceSync(`svg:first-child { display: block; width: 100%; height: auto; user-select: text }\n${css}`);
  shadow.adoptedStyleSheets = [sheet];
  shadow.replaceChildren(drawn);
}
