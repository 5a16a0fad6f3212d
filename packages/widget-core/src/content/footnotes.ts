import type { Links, TokenizerAndRendererExtension, Tokens } from 'marked';

/** Options for reading references; `isPending`: the definition of a label may still arrive. */
export interface ReferenceReading {
  isPending: boolean;
}

/**
 * Key of a footnote's definition among the link definitions. Link labels contain no unescaped bracket, so `[text][^1]`
 * does not match it.
 */
export function footnoteKey(label: string): string {
  return `]^${label.toLowerCase()}`;
}

/** Whether a link's text is a number: `[3][4]` are more often two sources than one link. */
export function isNumber(label: string): boolean {
  return /^\d+$/.test(label);
}

/**
 * marked extensions for footnotes, and for references to links that are not defined yet. `marked-footnote` knows neither
 * a reply whose definitions are still to come nor a limit for a label.
 */
export function referenceExtensions(reading: ReferenceReading): TokenizerAndRendererExtension[] {
  return [
    {
      name: 'footnote',
      level: 'block',
      start: (source) => {
        const match = /(?:^|\n) {0,3}\[\^[^\s[\]^]{1,40}\]:/.exec(source);
        return match ? match.index + (match[0].startsWith('\n') ? 1 : 0) : undefined;
      },
      tokenizer(source) {
        const match = /^ {0,3}\[\^([^\s[\]^]{1,40})\]:[ \t]*([^\n]*(?:\n[ \t]+[^\s][^\n]*)*)(?:\n+|$)/.exec(source);
        if (!match) return undefined;
        const [raw, label = '', text = ''] = match;
        const token: Tokens.Generic = { type: 'footnote', raw, label, tokens: [] };
        const links: Links = this.lexer.tokens.links;
        links[footnoteKey(label)] ??= { href: '', title: '' };
        this.lexer.inline(text, token.tokens);
        return token;
      },
    },
    {
      name: 'footnoteReference',
      level: 'inline',
      start: (source) => source.indexOf('[^'),
      tokenizer(source) {
        const match = /^\[\^([^\s[\]^]{1,40})\]/.exec(source);
        if (!match) return undefined;
        const [raw, label = ''] = match;
        const isKnown = footnoteKey(label) in this.lexer.tokens.links;
        return isKnown || reading.isPending
          ? ({ type: 'footnoteReference', raw, label } satisfies Tokens.Generic)
          : undefined;
      },
    },
    {
      name: 'pendingReference',
      level: 'inline',
      start: (source) => source.indexOf('['),
      tokenizer(source) {
        if (!reading.isPending) return undefined;
        const match = /^\[((?:\\.|[^[\]\\])+)\]\[((?:\\.|[^[\]\\])*)\]/.exec(source);
        if (!match) return undefined;
        const [raw, text = '', label = ''] = match;
        if (isNumber(text)) return undefined;
        const name = (label || text).replace(/\s+/g, ' ').trim().toLowerCase();
        return name in this.lexer.tokens.links
          ? undefined
          : ({ type: 'pendingReference', raw, tokens: this.lexer.inlineTokens(text) } satisfies Tokens.Generic);
      },
    },
  ];
}
