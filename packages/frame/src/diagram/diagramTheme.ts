import type { MermaidConfig } from 'mermaid';

/** Colours of a diagram, each `#rrggbb`. */
export interface DiagramColors {
  readonly scheme: 'light' | 'dark';
  readonly ground: string;
  readonly text: string;
  readonly accent: string;
}

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/** Settings that a diagram may not change: everything that affects styles, pages or limits. */
const SECURE = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'theme',
  'themeCSS',
  'themeVariables',
  'fontFamily',
  'altFontFamily',
  'htmlLabels',
  'flowchart',
  'dompurifyConfig',
  'darkMode',
  'look',
  'layout',
  'elk',
  'forceLegacyMathML',
  'legacyMathML',
];

/** Distinguishable background colours, light enough for the text on them; the accent comes first. */
const PALETTE = {
  light: ['#c9d6ee', '#f0d9b8', '#e3cbe8', '#f2c8c8', '#cfe3b4', '#c4e3ea', '#e8e0b0'],
  dark: ['#34486e', '#6a5230', '#573d63', '#6b3f40', '#465a2c', '#2f5660', '#5c5530'],
} as const;

/** Mermaid's settings: strict, without markup in labels, in the widget's colours. */
export function mermaidConfig({ scheme, ground, text, accent }: DiagramColors): MermaidConfig {
  const soft = mix(accent, ground, scheme === 'dark' ? 0.2 : 0.1);
  const softer = mix(text, ground, 0.05);
  const line = mix(text, ground, 0.55);
  const edge = mix(accent, ground, 0.55);
  return {
    startOnLoad: false,
    securityLevel: 'strict',
    htmlLabels: false,
    suppressErrorRendering: true,
    maxTextSize: 20_000,
    maxEdges: 400,
    secure: SECURE,
    fontFamily: FONT,
    flowchart: { htmlLabels: false, useMaxWidth: true },
    theme: 'base',
    darkMode: scheme === 'dark',
    themeVariables: {
      darkMode: scheme === 'dark',
      background: ground,
      fontFamily: FONT,
      fontSize: '15px',
      primaryColor: soft,
      primaryTextColor: text,
      primaryBorderColor: edge,
      secondaryColor: softer,
      secondaryTextColor: text,
      secondaryBorderColor: line,
      tertiaryColor: mix(text, ground, 0.03),
      tertiaryTextColor: text,
      tertiaryBorderColor: mix(text, ground, 0.25),
      lineColor: line,
      textColor: text,
      mainBkg: soft,
      nodeBorder: edge,
      clusterBkg: mix(text, ground, 0.03),
      clusterBorder: mix(text, ground, 0.25),
      edgeLabelBackground: ground,
      noteBkgColor: softer,
      noteTextColor: text,
      noteBorderColor: mix(text, ground, 0.25),
      pieOuterStrokeWidth: '0px',
      pieStrokeColor: ground,
      pieSectionTextColor: text,
      pieOpacity: '1',
      ...numbered([mix(accent, ground, 0.3), ...PALETTE[scheme]], text),
    },
  };
}

/** The same background colours under the names used by pie charts, mind maps, timelines and git graphs. */
function numbered(grounds: readonly string[], text: string): Record<string, string> {
  const variables: Record<string, string> = {};
  for (let index = 0; index < 12; index += 1) {
    const color = grounds[index % grounds.length] ?? text;
    Object.assign(variables, {
      [`pie${index + 1}`]: color,
      [`cScale${index}`]: color,
      [`cScaleLabel${index}`]: text,
      [`cScaleInv${index}`]: text,
    });
    if (index < 8)
      Object.assign(variables, { [`git${index}`]: color, [`gitBranchLabel${index}`]: text, [`gitInv${index}`]: text });
  }
  return variables;
}

/** Mixes two colours; `share` is the part of the first. */
function mix(over: string, under: string, share: number): string {
  const channel = (color: string, at: number): number => Number.parseInt(color.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(over, at) * share + channel(under, at) * (1 - share))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}
