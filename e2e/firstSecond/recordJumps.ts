/** What was seen of the newest reply, frame by frame. */
export interface JumpRecord {
  /** What moved, changed its size or its words although something stood behind it already. */
  readonly jumps: readonly string[];
  /** Frames in which the reply was looked at. */
  readonly frames: number;
  /** The most blocks that were looked at in one frame. */
  readonly blocks: number;
  /** The most words that were looked at in one frame. */
  readonly words: number;
}

declare global {
  interface Window {
    sottoJumps?: JumpRecord;
  }
}

/**
 * Looks at the newest reply in every frame that the browser draws, and notes what moves: a finished block (one with
 * another behind it) whose place or height changes, and a word that changes, or changes its place, while more than
 * one stands behind it. Places count from the reply's first line, so scrolling is no movement.
 *
 * Runs in the frame's page, as `evaluate` calls it with an element, and needs nothing from outside.
 *
 * @param question - text of the visitor's message that the reply follows
 */
export function recordJumps(_: unknown, question: string): void {
  /** As far as the design allows what is read to move, in CSS pixels. */
  const TOLERANCE = 2;
  const record = { jumps: [] as string[], frames: 0, blocks: 0, words: 0 };
  window.sottoJumps = record;
  interface Place {
    readonly name: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }
  let blocksBefore: Place[] = [];
  let wordsBefore: Place[] = [];

  const findReply = (): Element | undefined => {
    const all = [...document.querySelectorAll('article.sotto-message')];
    const asked = all.findLastIndex(
      (message) => message.getAttribute('data-by') === 'user' && message.textContent.includes(question),
    );
    return asked < 0 ? undefined : all.slice(asked + 1).find((message) => message.getAttribute('data-by') === 'bot');
  };
  const placeOf = (name: string, box: DOMRect, origin: DOMRect): Place => ({
    name,
    x: box.left - origin.left,
    y: box.top - origin.top,
    width: box.width,
    height: box.height,
  });
  const readBlocks = (reply: Element, origin: DOMRect): Place[] =>
    [...reply.querySelectorAll('.sotto-bubble > *, .sotto-bubble > .sotto-blocks > *')]
      .filter((block) => !block.matches('.sotto-blocks') && !block.parentElement?.matches('.sotto-thinking'))
      .map((block) => placeOf(block.className || block.localName, block.getBoundingClientRect(), origin));
  const readWords = (reply: Element, origin: DOMRect): Place[] => {
    const words: Place[] = [];
    for (const bubble of reply.querySelectorAll('.sotto-bubble')) {
      // Captions of buttons change when one is pressed; a formula is one drawing.
      const walker = document.createTreeWalker(bubble, NodeFilter.SHOW_ALL, (node) =>
        node instanceof Element && node.matches('figcaption, select, .sotto-formula, .sotto-blocked, .sotto-hidden')
          ? NodeFilter.FILTER_REJECT
          : node.nodeType === Node.TEXT_NODE
            ? NodeFilter.FILTER_ACCEPT
            : NodeFilter.FILTER_SKIP,
      );
      const range = document.createRange();
      let around: Element | null = null;
      let isInWord: boolean = false;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.nodeValue ?? '';
        const block = node.parentElement?.closest('p, li, td, th, pre, h3, h4, button, div') ?? null;
        // Colours and bold letters split a word.
        const isGoingOn: boolean = block === around && isInWord;
        for (const match of text.matchAll(/\S+/g)) {
          if (match.index === 0 && isGoingOn) continue;
          range.setStart(node, match.index);
          range.setEnd(node, match.index + 1);
          // Of code, whose words are split, the first letter.
          const name = block?.localName === 'pre' ? match[0].charAt(0) : match[0];
          words.push(placeOf(name, range.getBoundingClientRect(), origin));
        }
        around = block;
        isInWord = text === '' ? isInWord && isGoingOn : /\S$/.test(text);
      }
    }
    return words;
  };
  const differs = (left: number, right: number): boolean => Math.abs(left - right) > TOLERANCE;
  const note = (text: string): void => {
    if (record.jumps.length < 40) record.jumps.push(`frame ${String(record.frames)}: ${text}`);
  };
  const show = ({ x, y, width, height }: Place): string =>
    `${[x, y].map(Math.round).join(',')} ${[width, height].map(Math.round).join('×')}`;

  const look = (): void => {
    if (window.sottoJumps !== record) return;
    requestAnimationFrame(look);
    const reply = findReply();
    const first = reply?.querySelector('.sotto-bubble:not(.sotto-thinking)');
    if (!reply || !first) return;
    record.frames += 1;
    const origin = first.getBoundingClientRect();
    const blocks = readBlocks(reply, origin);
    const words = readWords(reply, origin);
    for (const [index, before] of blocksBefore.slice(0, -1).entries()) {
      const now = blocks[index];
      if (!now) note(`block ${String(index)} ${before.name} is gone`);
      else if (differs(now.y, before.y) || differs(now.x, before.x) || differs(now.height, before.height))
        note(`block ${String(index)} ${before.name} ${show(before)} → ${now.name} ${show(now)}`);
    }
    for (const [index, before] of wordsBefore.slice(0, -2).entries()) {
      const now = words[index];
      if (now?.name !== before.name) {
        note(`word ${String(index)} "${before.name}" → "${now?.name ?? ''}"`);
        break;
      }
      if (differs(now.x, before.x) || differs(now.y, before.y)) {
        note(`word ${String(index)} "${before.name}" ${show(before)} → ${show(now)}`);
        break;
      }
    }
    blocksBefore = blocks;
    wordsBefore = words;
    record.blocks = Math.max(record.blocks, blocks.length);
    record.words = Math.max(record.words, words.length);
  };
  requestAnimationFrame(look);
}
