import { delay, type Clock } from '@sotto/widget-core/api';
import { toTerms } from '../datasets/terms';
import type { Found, Retriever } from '../datasets/retrieve';
import type { ChatModel, ModelMessage } from './chatModel';
import { composeMatch, composeNoMatch, composeSmallTalk, type GuideAnswer } from './guideAnswer';
import { readSmallTalk, withoutOpening } from './guideSmallTalk';

/** What the guide answers from, and how fast it writes. */
export interface GuideOptions {
  readonly retriever: Retriever;
  readonly clock: Clock;
  /** Pause between two pieces, in milliseconds. The first piece comes at once. @default 25 */
  readonly pieceDelayMs?: number;
}

/** Pause between two pieces of a few words, in milliseconds: a pace that can be read along. */
export const PIECE_DELAY_MS = 25;
/** Words in one piece. */
const PIECE = /\s*(?:\S+\s*){1,4}/g;

/** Beginnings that continue an earlier question. */
const CONTINUES = /^\s*(?:and|also|or|but|then|what about|how about|same for|in that case|why|more|tell me more|go on|continue)\b/i;
/** Words that point back to an earlier question. */
const POINTS_BACK = /\b(?:it|its|that|this|they|them|those|these)\b/i;
/** A question with more words of its own than this stands alone, whatever it points to. */
const MAX_OWN_TERMS = 3;
/** Asks for what was not shown yet. */
const WANTS_MORE = /^\s*(?:tell me more|show me more|more|anything else|what else|go on|continue)\s*[.?!]*\s*$/i;

/**
 * The model of a server without a language model: answers from what it can retrieve, with no key and no network, and says what it is.
 *
 * Ignores instructions and tools. Counts no tokens, because none were used.
 */
export function createGuideModel({ retriever, clock, pieceDelayMs = PIECE_DELAY_MS }: GuideOptions): ChatModel {
  return {
    name: 'guide',
    async *reply({ messages }, signal) {
      signal.throwIfAborted();
      const { text, references } = answer(messages, retriever);
      if (references.length > 0) yield { type: 'references', references };
      for (const [index, piece] of (text.match(PIECE) ?? []).entries()) {
        if (index > 0) await delay(clock, pieceDelayMs, signal);
        yield { type: 'text', text: piece };
        signal.throwIfAborted();
      }
      yield { type: 'end', reason: 'stop' };
    },
  };
}

function answer(messages: readonly ModelMessage[], retriever: Retriever): GuideAnswer {
  const said = messages.flatMap((message) => (message.role === 'user' && !message.isContext ? [message.text.trim()] : [])).filter((text) => text !== '');
  const question = said.at(-1);
  if (question === undefined) return composeSmallTalk('greeting', retriever);
  const smallTalk = readSmallTalk(question);
  if (smallTalk) return composeSmallTalk(smallTalk, retriever);
  return lookUp(withoutOpening(question), said.slice(0, -1), messages, retriever);
}

function lookUp(question: string, before: readonly string[], messages: readonly ModelMessage[], retriever: Retriever): GuideAnswer {
  const wantsMore = WANTS_MORE.test(question);
  const alone = retriever.search(question);
  const leansBack = CONTINUES.test(question) || (alone.length === 0 && pointsBack(question));
  const earlier = leansBack ? before.findLast((text) => !readSmallTalk(text) && !WANTS_MORE.test(text)) : undefined;
  if (earlier === undefined) return compose(question, alone, retriever);
  if (!wantsMore) return compose(`${earlier} ${question}`, retriever.search(question, earlier), retriever);
  const shown = lastAnswer(messages);
  return compose(earlier, retriever.search(earlier).filter(({ passage }) => !shown.includes(`**${passage.title}**`)), retriever);
}

function compose(search: string, found: readonly Found[], retriever: Retriever): GuideAnswer {
  return found.length > 0 ? composeMatch(search, found) : composeNoMatch(search, retriever);
}

/** Whether a question says "it" and little else. */
function pointsBack(question: string): boolean {
  return POINTS_BACK.test(question) && toTerms(question, true).length <= MAX_OWN_TERMS;
}

function lastAnswer(messages: readonly ModelMessage[]): string {
  return messages.findLast((message) => message.role === 'assistant')?.text ?? '';
}
