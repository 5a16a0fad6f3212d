/** Colours of a diagram, each `#rrggbb`. */
export interface DiagramColors {
  readonly scheme: 'light' | 'dark';
  /** Background. */
  readonly ground: string;
  readonly text: string;
  readonly accent: string;
}

/** Messages to the drawing page. */
export interface DrawRequest {
  readonly type: 'sotto-diagram-draw';
  readonly id: number;
  readonly source: string;
  readonly colors: DiagramColors;
}

/** A finished diagram: an SVG document, and its size in CSS pixels. */
export interface Drawing {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** Messages from the drawing page. `alive` is its heartbeat. */
export type DrawAnswer =
  | { readonly type: 'sotto-diagram-ready' }
  | { readonly type: 'sotto-diagram-alive' }
  | ({ readonly type: 'sotto-diagram-drawn'; readonly id: number } & Drawing)
  | { readonly type: 'sotto-diagram-failed'; readonly id: number };

/** Maximum length of an SVG document, in characters. */
const MAX_SVG_LENGTH = 2_000_000;
/** Maximum side of a diagram, in CSS pixels. */
const MAX_SIDE_PX = 20_000;

/** Validates a message from the drawing page, which runs untrusted code. */
export function readDrawAnswer(data: unknown): DrawAnswer | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, id, svg, width, height } = data as Readonly<Record<string, unknown>>;
  if (type === 'sotto-diagram-ready' || type === 'sotto-diagram-alive') return { type };
  if (typeof id !== 'number') return undefined;
  if (type === 'sotto-diagram-failed') return { type, id };
  if (
    type !== 'sotto-diagram-drawn' ||
    typeof svg !== 'string' ||
    svg.length > MAX_SVG_LENGTH ||
    !svg.startsWith('<svg')
  )
    return undefined;
  return isSide(width) && isSide(height) ? { type, id, svg, width, height } : undefined;
}

function isSide(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= MAX_SIDE_PX;
}
