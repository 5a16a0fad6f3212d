import type { Tokens } from 'marked';
import type { BlockOptions } from '../blockContent';
import {
  emptyUnit,
  extendUnit,
  growUnit,
  hasLooseMarks,
  plainToken,
  type ReadTokens,
  type Unit,
  type UnitReading,
} from '../blockUnits';
import type { Block, ContentOptions } from '../contentBlocks';
import { MAX_DEFINITIONS } from '../contentLimits';
import { footnoteKey } from '../footnotes';
import { copyDefinitions, createMarkdownLexer, normaliseLabel, type LinkDefinitions } from '../markdownLexer';
import { createSegmenter, type Segment, type Segmenter } from './segments';

/** A text that grows while it is shown. */
export interface StreamingContent {
  /** Adds the next piece, cut anywhere, even inside a character or a mark. */
  append(delta: string): void;
  /** No more text comes: what was still open is read as it stands. Later pieces are ignored. */
  end(): void;
  /**
   * Blocks that are complete. The array is a new one whenever it changes; the blocks in it are the
   * same objects as before. One exception: a block that used a link name before its definition came
   * (`[text][1]`, and `[1]: address` further down) is replaced once, with the same id.
   */
  readonly closed: readonly Block[];
  /** Blocks that may still change: read again when text arrives. Finished items and rows inside keep their identity. */
  readonly tail: readonly Block[];
  /** `closed` and `tail` in one array. */
  readonly blocks: readonly Block[];
}

/**
 * Reads a text while it arrives, at a cost per piece that does not grow with what is there already.
 *
 * The text is cut into segments (`segments.ts`); a segment is lexed once when it closes, and only
 * the open one again for every piece. Because `parseContent` goes the same way, a streamed text
 * and the same text read at once give equal blocks, at the end and at every prefix.
 *
 * @param onLex - for tests and measurements: called with how many characters the lexer is about to read
 */
export function createStreamingContent(
  options: ContentOptions = {},
  onLex?: (characters: number) => void,
): StreamingContent {
  return new GrowingContent(options, onLex);
}

class GrowingContent implements StreamingContent {
  private readonly reading: { readonly read: BlockOptions; readonly readTokens: ReadTokens };
  private readonly segmenter: Segmenter;
  private readonly definitions = copyDefinitions();
  private definitionCount = 0;
  /** Units by the names of link definitions they would like to have. */
  private readonly waiting = new Map<string, Set<Unit>>();
  private readonly finished: Block[] = [];
  private closedBlocks: readonly Block[] | undefined;
  private tailBlocks: readonly Block[] | undefined = [];
  /** What the open segment may belong to. */
  private unit: Unit | undefined;
  private heldBack = '';
  private isEnded = false;

  constructor(options: ContentOptions, onLex: ((characters: number) => void) | undefined) {
    const read: BlockOptions = {
      math: options.math ?? true,
      richBlocks: options.richBlocks ?? true,
      html: options.html ?? true,
    };
    const lexMarkdown = createMarkdownLexer(read);
    const readTokens: ReadTokens = (text, links, isPending = false) => {
      onLex?.(text.length);
      return lexMarkdown(text, links, isPending)?.filter((token) => token.type !== 'space') ?? [plainToken(text)];
    };
    this.reading = { read, readTokens };
    this.segmenter = createSegmenter((segment) => this.addSegment(segment), {
      math: read.math,
      probe: (text) =>
        readTokens(text, copyDefinitions())
          .filter((token) => token.type !== 'def')
          .map((token) => ({
            type: token.type,
            size: ((token as Tokens.List).items ?? (token as Tokens.Table).rows ?? []).length,
          })),
      isSettled: (text) => {
        const tokens = readTokens(text, copyDefinitions(this.definitions));
        return tokens.length === 1 && tokens[0]?.type === 'paragraph' && !hasLooseMarks(tokens);
      },
    });
  }

  append(delta: string): void {
    if (this.isEnded || delta === '') return;
    const { text, rest } = cleanText(this.heldBack + delta);
    this.heldBack = rest;
    if (text === '') return;
    this.segmenter.write(text);
    this.tailBlocks = undefined;
  }

  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    if (this.heldBack !== '') this.segmenter.write(cleanText(this.heldBack, true).text);
    this.segmenter.finish();
    this.closeUnit();
    this.giveUpWaiting();
    this.tailBlocks = [];
  }

  get closed(): readonly Block[] {
    this.closedBlocks ??= [...this.finished];
    return this.closedBlocks;
  }

  get tail(): readonly Block[] {
    this.tailBlocks ??= this.readTail();
    return this.tailBlocks;
  }

  get blocks(): readonly Block[] {
    this.tailBlocks ??= this.readTail();
    return [...this.finished, ...this.tailBlocks];
  }

  private closeUnit(): void {
    if (this.unit && this.unit.blocks.length > 0) {
      this.finished.push(...this.unit.blocks);
      this.closedBlocks = undefined;
    }
    this.unit = undefined;
  }

  private addSegment(segment: Segment): void {
    if (!segment.continues) this.closeUnit();
    this.unit ??= emptyUnit(this.finished.length);
    const links = this.linksFor(segment);
    growUnit(this.unit, segment, links, this.read(false));
    this.waitForLabels(segment, this.unit);
    if (links !== this.definitions) this.learn(links);
    if (segment.kind === 'markdown' || segment.kind === 'fence') this.closeUnit();
  }

  /** The definitions for reading a segment: copied if it may define something, which costs 256 steps. */
  private linksFor(segment: Segment): LinkDefinitions {
    return segment.text.includes(']:') ? copyDefinitions(this.definitions) : this.definitions;
  }

  /** Remembers which link names of a segment nobody has defined yet. */
  private waitForLabels(segment: Segment, user: Unit): void {
    if (segment.kind === 'fence' || !segment.text.includes('[')) return;
    for (const match of segment.text.matchAll(/\[((?:\\.|[^[\]\\])+)\]/g)) {
      const written = normaliseLabel(match[1] ?? '');
      const label = written.startsWith('^') ? footnoteKey(written.slice(1)) : written;
      if (label in this.definitions) continue;
      const users = this.waiting.get(label) ?? new Set();
      this.waiting.set(label, users.add(user));
    }
  }

  /** Shows references as they were written whose definition has not come by the end. */
  private giveUpWaiting(): void {
    const users = new Set([...this.waiting.values()].flatMap((each) => [...each]));
    this.waiting.clear();
    for (const user of users) if (user.segments.some(({ text }) => /\[\^|\]\[/.test(text))) this.rebuild(user);
  }

  private read(isWriting: boolean): UnitReading {
    return { ...this.reading, isWriting, isPending: !this.isEnded };
  }

  /** Takes over new definitions and reads the blocks again that were waiting for them. */
  private learn(links: LinkDefinitions): void {
    const users = new Set<Unit>();
    for (const label of Object.keys(links)) {
      const link = links[label];
      if (label in this.definitions || !link || this.definitionCount >= MAX_DEFINITIONS) continue;
      this.definitions[label] = link;
      this.definitionCount += 1;
      for (const user of this.waiting.get(label) ?? []) users.add(user);
      this.waiting.delete(label);
    }
    for (const user of users) this.rebuild(user);
  }

  private rebuild(user: Unit): void {
    const fresh = emptyUnit(user.from);
    for (const segment of user.segments) growUnit(fresh, segment, this.linksFor(segment), this.read(false));
    if (fresh.blocks.length !== user.blocks.length) return;
    user.blocks = fresh.blocks;
    if (user === this.unit) return;
    this.finished.splice(user.from, fresh.blocks.length, ...fresh.blocks);
    this.closedBlocks = undefined;
  }

  private readTail(): readonly Block[] {
    const open = this.segmenter.open;
    if (!open) return this.unit?.blocks ?? [];
    const before = open.continues ? [] : (this.unit?.blocks ?? []);
    const base = open.continues && this.unit ? this.unit : emptyUnit(this.finished.length + before.length);
    return [...before, ...extendUnit(base, open, this.linksFor(open), this.read(true))];
  }
}

/**
 * One kind of line end, no NUL and no invisible tag characters (which can carry text that only a model sees).
 * The end of a piece waits when the character is not complete or may be half a line end.
 */
function cleanText(text: string, isLast = false): { readonly text: string; readonly rest: string } {
  const rest = isLast ? '' : (/(?:\r|[\uD800-\uDBFF])$/.exec(text)?.[0] ?? '');
  const whole = rest === '' ? text : text.slice(0, -rest.length);
  return {
    text: whole
      .replace(/\r\n?/g, '\n')
      .replace(/\u{0}|[\u{E0000}-\u{E007F}]/gu, (character) => (character === '\u0000' ? '\uFFFD' : '')),
    rest,
  };
}
