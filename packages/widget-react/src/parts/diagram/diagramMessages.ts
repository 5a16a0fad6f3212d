/** What a diagram is drawn with. Colours are `#rrggbb`. */
export interface DiagramColors {
  readonly scheme: 'light' | 'dark';
  /** What it stands on. */
  readonly ground: string;
  readonly text: string;
  readonly accent: string;
}

/** Messages of the widget's page to the page that draws. */
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

/** What the page that draws answers. `alive` comes while it works and is not stuck. */
export type DrawAnswer =
  | { readonly type: 'sotto-diagram-ready' }
  | { readonly type: 'sotto-diagram-alive' }
  | ({ readonly type: 'sotto-diagram-drawn'; readonly id: number } & Drawing)
  | { readonly type: 'sotto-diagram-failed'; readonly id: number };

/** The longest SVG that is taken, in characters. */
const MAX_SVG_LENGTH = 2_000_000;
/** The largest side of a diagram, in CSS pixels. */
const MAX_SIDE_PX = 20_000;

/** An answer of the page that draws, as far as it has the shape of one: that page runs what strangers wrote. */
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
