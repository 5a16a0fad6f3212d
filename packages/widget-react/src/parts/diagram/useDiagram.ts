import { useEffect, useState, type CSSProperties, type RefObject } from 'react';
import type { Widget } from '@sotto/widget-core';
import { useHost } from '../../hooks/useHost';
import { useWidget } from '../../hooks/useWidget';
import { useThemeStyle } from '../../theme/useThemeStyle';
import type { CleanSvg } from './cleanSvg';
import type { DiagramColors } from './diagramMessages';
import { createDiagramSandbox, type DiagramSandbox, type DrawOutcome } from './diagramSandbox';

/** Path of the drawing page, relative to the server's address. */
export const DIAGRAM_PAGE = '/integrations/widget/diagram.html';

/** Current state of a diagram. */
export interface DiagramState {
  readonly outcome: DrawOutcome | undefined;
  /** The drawing as elements; undefined if it can only be shown as a picture. */
  readonly clean: CleanSvg | undefined;
  readonly colors: DiagramColors | undefined;
  /** It is being drawn, for the first time or with another theme's colours. */
  readonly isDrawing: boolean;
}

/**
 * Draws a diagram in the colours of its surroundings, and again when the theme changes; the previous drawing stays
 * until then.
 *
 * @param place - an element inside the message, for its colours
 */
export function useDiagram(source: string, place: RefObject<HTMLElement | null>): DiagramState {
  const widget = useWidget();
  const { hostAddress } = useHost();
  const { scheme, style } = useThemeStyle();
  const [state, setState] = useState<Drawn>({ outcome: undefined, clean: undefined, colors: undefined });
  useEffect(() => {
    let isWanted = true;
    const colors = readColors(place.current, scheme);
    const drawn = sandboxOf(widget, hostAddress).draw(source, colors);
    // If the sanitizer cannot be loaded, the diagram is shown as a picture.
    const cleaner = import('./cleanSvg').catch(() => undefined);
    void Promise.all([drawn, cleaner]).then(([outcome, module]) => {
      if (!isWanted) return;
      if ('failure' in outcome)
        widget.warn(
          `A diagram could not be drawn (${outcome.failure}) and is shown as it was written; it must be Mermaid: ${source.slice(0, 60)}`,
        );
      setState({
        source,
        style,
        outcome,
        colors,
        clean: 'failure' in outcome ? undefined : module?.cleanSvg(outcome.svg, document),
      });
    });
    return () => {
      isWanted = false;
    };
  }, [widget, hostAddress, source, scheme, style, place]);
  return state.source === source
    ? { ...state, isDrawing: state.style !== style }
    : { outcome: undefined, clean: undefined, colors: undefined, isDrawing: true };
}

/** The last drawing and its source. */
interface Drawn extends Omit<DiagramState, 'isDrawing'> {
  readonly source?: string;
  readonly style?: CSSProperties;
}

/** One drawing page per widget, removed when idle. Keyed by widget, so that widgets share nothing. */
const sandboxes = new WeakMap<Widget, DiagramSandbox>();

function sandboxOf(widget: Widget, hostAddress: string): DiagramSandbox {
  const known = sandboxes.get(widget);
  if (known) return known;
  const address = new URL(`${widget.base}${DIAGRAM_PAGE}`, hostAddress === 'about:blank' ? location.href : hostAddress)
    .href;
  const made = createDiagramSandbox(address, document);
  sandboxes.set(widget, made);
  return made;
}

const FALLBACK = {
  light: { ground: '#ffffff', text: '#1d2126', accent: '#1f5547' },
  dark: { ground: '#16191c', text: '#e8eaed', accent: '#8fd0ba' },
} as const;

function readColors(place: HTMLElement | null, scheme: 'light' | 'dark'): DiagramColors {
  const style = place ? getComputedStyle(place) : undefined;
  const read = (name: keyof (typeof FALLBACK)['light'], property: string): string => {
    const value = style?.getPropertyValue(property).trim() ?? '';
    return /^#[0-9a-f]{6}$/i.test(value) ? value : FALLBACK[scheme][name];
  };
  return {
    scheme,
    ground: read('ground', '--sotto-frame-primary'),
    text: read('text', '--sotto-conversation-text'),
    accent: read('accent', '--sotto-button-primary'),
  };
}
