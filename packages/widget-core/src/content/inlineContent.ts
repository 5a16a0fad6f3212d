import type { Token, Tokens } from 'marked';
import type { ElementInline, Inline, LinkInline, MediaInline } from './contentBlocks';
import { decodeEntities } from './htmlEntities';
import { MAX_FORMULA_LENGTH, MAX_NESTING } from './contentLimits';
import { mediaKind, readLinkForm } from './linkForms';
import { readLinkAddress, readMediaAddress } from './safeLinks';
import { UNFINISHED_FORMULA } from './streaming/unfinishedMath';

/** Options for inline content. */
export interface InlineOptions {
  /** `TAGS` become elements; all other tags, and these too if it is false, are shown as typed. */
  readonly html: boolean;
}

/**
 * Converts marked's inline tokens to typed inlines.
 *
 * URLs are checked only here: a link that may not be followed becomes its text, a picture that may not be loaded its
 * alt text. HTML tags are paired; an unclosed tag ends with its parent.
 */
export function toInlines(tokens: readonly Token[], options: InlineOptions, depth = 0): readonly Inline[] {
  const frames: Frame[] = [{ tag: '', inlines: [] }];
  for (const token of tokens) {
    const top = frames[frames.length - 1] as Frame;
    if (token.type === 'html' && options.html) applyTag(token.raw, frames, depth);
    else appendToken(top.inlines, token, options, depth + frames.length);
  }
  while (frames.length > 1) closeFrame(frames);
  return (frames[0] as Frame).inlines;
}

/** The text of inlines, without markup. */
export function inlineText(inlines: readonly Inline[]): string {
  let text = '';
  for (const inline of inlines) {
    if (inline.kind === 'text' || inline.kind === 'code') text += inline.text;
    else if (inline.kind === 'math') text += inline.source;
    else if (inline.kind === 'media') text += inline.alt;
    else if (inline.kind === 'break') text += '\n';
    else if (inline.kind === 'footnoteReference') text += `[${inline.label}]`;
    else text += inlineText(inline.inlines);
  }
  return text;
}

/** An open HTML tag and its content so far. */
interface Frame {
  readonly tag: string;
  readonly inlines: Inline[];
}

const WRAPPERS: Readonly<Record<string, (inlines: readonly Inline[]) => Inline>> = {
  b: (inlines) => ({ kind: 'strong', inlines }),
  strong: (inlines) => ({ kind: 'strong', inlines }),
  i: (inlines) => ({ kind: 'em', inlines }),
  em: (inlines) => ({ kind: 'em', inlines }),
  s: (inlines) => ({ kind: 'strike', inlines }),
  u: element('u'),
  sub: element('sub'),
  sup: element('sup'),
  kbd: element('kbd'),
  mark: element('mark'),
  details: element('details'),
  summary: element('summary'),
};

/** The HTML tags that are interpreted. */
export const TAGS = [...Object.keys(WRAPPERS), 'br'];

function element(name: ElementInline['name']): (inlines: readonly Inline[]) => Inline {
  return (inlines) => ({ kind: 'element', name, inlines });
}

function applyTag(raw: string, frames: Frame[], depth: number): void {
  const match = /^<(\/?)([a-zA-Z][a-zA-Z0-9-]*)/.exec(raw);
  const tag = match?.[2]?.toLowerCase() ?? '';
  const top = frames[frames.length - 1] as Frame;
  if (tag === 'br') top.inlines.push({ kind: 'break' });
  if (!Object.hasOwn(WRAPPERS, tag)) return;
  if (match?.[1] !== '/') {
    if (depth + frames.length < MAX_NESTING) frames.push({ tag, inlines: [] });
    return;
  }
  if (!frames.some((frame) => frame.tag === tag)) return;
  while ((frames[frames.length - 1] as Frame).tag !== tag) closeFrame(frames);
  closeFrame(frames);
}

function closeFrame(frames: Frame[]): void {
  const frame = frames.pop() as Frame;
  const wrap = WRAPPERS[frame.tag];
  if (wrap) (frames[frames.length - 1] as Frame).inlines.push(wrap(frame.inlines));
}

function appendToken(into: Inline[], token: Tokens.Generic, options: InlineOptions, depth: number): void {
  if (depth > MAX_NESTING) return appendText(into, token.raw);
  const inner = (): readonly Inline[] => toInlines(token.tokens ?? [], options, depth);
  switch (token.type) {
    case 'strong':
    case 'em':
      into.push({ kind: token.type, inlines: inner() });
      return;
    case 'del':
      into.push({ kind: 'strike', inlines: inner() });
      return;
    case 'codespan':
      into.push({ kind: 'code', text: String(token['text']) });
      return;
    case 'br':
      into.push({ kind: 'break' });
      return;
    case 'link':
      return appendLink(into, token as Tokens.Link, inner());
    case 'image':
      return appendImage(into, token as Tokens.Image);
    case 'mathInline':
      if (String(token['text']).length > MAX_FORMULA_LENGTH) return appendText(into, token.raw);
      if (token['text'] === UNFINISHED_FORMULA) into.push({ kind: 'math', source: '', display: false, closed: false });
      else into.push({ kind: 'math', source: String(token['text']), display: token['display'] === true });
      return;
    case 'footnoteReference':
      into.push({ kind: 'footnoteReference', label: String(token['label']) });
      return;
    case 'pendingReference':
      return appendAll(into, inner());
    case 'escape':
      return appendText(into, String(token['text']));
    case 'checkbox':
      return;
    case 'text':
      if (token.tokens) into.push(...inner());
      else appendText(into, decodeEntities(String(token['text'])));
      return;
    default:
      appendText(into, token.raw);
  }
}

/** Merges adjacent text, so that the renderer creates one text node. */
function appendText(into: Inline[], text: string): void {
  const last = into.at(-1);
  if (last?.kind === 'text') into[into.length - 1] = { kind: 'text', text: last.text + text };
  else if (text !== '') into.push({ kind: 'text', text });
}

function appendLink(into: Inline[], token: Tokens.Link, inlines: readonly Inline[]): void {
  const written = decodeEntities(token.href).trim();
  if (written === '') {
    const text = inlineText(inlines).trim();
    if (text !== '') into.push({ kind: 'suggestion', text, inlines });
    return;
  }
  const { form, target, address } = readLinkForm(written);
  const href = readLinkAddress(address);
  if (href === undefined) return appendAll(into, inlines);
  const link: LinkInline = {
    kind: 'link',
    form,
    href,
    ...(target && { target }),
    ...(token.title && { title: decodeEntities(token.title) }),
    inlines,
  };
  into.push(link);
}

function appendImage(into: Inline[], token: Tokens.Image): void {
  const written = decodeEntities(token.href);
  const media = mediaKind(written);
  const address = readMediaAddress(written, media);
  const alt = decodeEntities(token.text);
  if (address === undefined) return appendText(into, alt);
  const node: MediaInline = {
    kind: 'media',
    media,
    address,
    alt,
    ...(token.title && { title: decodeEntities(token.title) }),
  };
  into.push(node);
}

function appendAll(into: Inline[], inlines: readonly Inline[]): void {
  for (const inline of inlines) {
    if (inline.kind === 'text') appendText(into, inline.text);
    else into.push(inline);
  }
}
