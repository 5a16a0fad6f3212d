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

/** A text that is shown while it grows. */
export interface StreamingContent {
  /** Adds a piece, which may be split anywhere, even inside a character or a mark. */
  append(delta: string): void;
  /** Ends the text: unfinished syntax is read as it is. Later pieces are ignored. */
  end(): void;
  /**
   * Complete blocks. Every change creates a new array with the same block objects. One exception: a block that used a
   * link name before its definition (`[text][1]`, and `[1]: address` further down) is replaced once, with the same id.
   */
  readonly closed: readonly Block[];
  /**
   * Blocks that may still change: parsed again when text arrives. Their complete items and rows keep their object
   * identity.
   */
  readonly tail: readonly Block[];
  /** `closed` and `tail` in one array. */
  readonly blocks: readonly Block[];
}

/**
 * Parses a growing text; the cost per piece does not grow with the length of the text.
 *
 * The text is split into segments (`segments.ts`). A segment is lexed once when it is closed; only the open one is
 * lexed again for each piece. `parseContent` works the same way, so a streamed text and the same text at once produce
 * equal blocks, at the end and at every prefix.
 *
 * @param onLex - for tests and measurements: called with the number of characters that the lexer will read
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
  /** Units that use undefined link names, by name. */
  private readonly waiting = new Map<string, Set<Unit>>();
  private readonly finished: Block[] = [];
  private closedBlocks: readonly Block[] | undefined;
  private tailBlocks: readonly Block[] | undefined = [];
  /** The unit that the open segment may belong to. */
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

  /** The definitions for parsing a segment: copied only if it may define something, because that costs 256 steps. */
  private linksFor(segment: Segment): LinkDefinitions {
    return segment.text.includes(']:') ? copyDefinitions(this.definitions) : this.definitions;
  }

  /** Records the undefined link names of a segment. */
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

  /** Shows references without a definition as written, at the end of the text. */
  private giveUpWaiting(): void {
    const users = new Set([...this.waiting.values()].flatMap((each) => [...each]));
    this.waiting.clear();
    for (const user of users) if (user.segments.some(({ text }) => /\[\^|\]\[/.test(text))) this.rebuild(user);
  }

  private read(isWriting: boolean): UnitReading {
    return { ...this.reading, isWriting, isPending: !this.isEnded };
  }

  /** Adds new definitions and parses the blocks again that were waiting for them. */
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
 * Normalizes line ends, and removes NUL and invisible tag characters (which can carry text that only a model sees). The
 * end of a piece is held back if it may be half a character or half a line end.
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
