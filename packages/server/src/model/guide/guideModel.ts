import { cutText } from '@sotto/widget-core/internal/server';
import { delay, type Clock } from '@sotto/widget-core/api';
import { toTerms } from '../../datasets/terms';
import type { Found, Retriever } from '../../datasets/retrieve';
import type { ChatModel, ModelMessage } from '../chatModel';
import { composeMatch, composeNoMatch, composeSmallTalk, type GuideAnswer, type GuideVoice } from './guideAnswer';
import { readForeignQuestion, type ForeignQuestion } from './guideLanguages';
import { readSmallTalk, withoutOpening } from './guideSmallTalk';

/** Content and pace of the guide. */
export interface GuideOptions {
  readonly retriever: Retriever;
  readonly clock: Clock;
  /** Pause between chunks, in milliseconds. @default 25 */
  readonly pieceDelayMs?: number;
  /** @default that of the documentation's guide */
  readonly voice?: GuideVoice;
}

/** Pause between chunks of a few words, in milliseconds, at reading pace. */
export const PIECE_DELAY_MS = 25;
/** Words per chunk. */
const PIECE = /\s*(?:\S+\s*){1,4}/g;

/** Beginnings of follow-up questions. */
const CONTINUES =
  /^\s*(?:and|also|or|but|then|what about|how about|same for|in that case|why|more|tell me more|go on|continue)\b/i;
/** Words that refer to an earlier question. */
const POINTS_BACK = /\b(?:it|its|that|this|they|them|those|these)\b/i;
/** A question with more words of its own stands alone, whatever it refers to. */
const MAX_OWN_TERMS = 3;
/** Maximum length of a searched message, in characters: each word is compared with the documentation's. */
const QUESTION_MAX_LENGTH = 2_000;
/** Requests for further results. */
const WANTS_MORE = /^\s*(?:tell me more|show me more|more|anything else|what else|go on|continue)\s*[.?!]*\s*$/i;

/**
 * The model of a server without a language model: answers by search, without a key or network, and states what it is.
 *
 * Ignores instructions and tools. Reports no tokens.
 */
export function createGuideModel({
  retriever,
  clock,
  pieceDelayMs = PIECE_DELAY_MS,
  voice = {},
}: GuideOptions): ChatModel {
  return {
    name: 'guide',
    async *reply({ messages: requestMessages, isContinuation }, signal) {
      signal.throwIfAborted();
      // Stateless: it repeats its answer, and the continuation removes the repeated part.
      const messages = isContinuation === true ? requestMessages.slice(0, -2) : requestMessages;
      const { text, references } = withNotice(answer(messages, retriever, voice), messages, voice);
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

/** Adds the notice of a trial without its model. */
function withNotice(
  { text, references }: GuideAnswer,
  messages: readonly ModelMessage[],
  { notice }: GuideVoice,
): GuideAnswer {
  if (!notice) return { text, references };
  const isFirst = !messages.some(({ role }) => role === 'assistant');
  return { text: [isFirst ? notice.first : notice.later, text].filter((part) => part !== '').join('\n\n'), references };
}

function answer(messages: readonly ModelMessage[], retriever: Retriever, voice: GuideVoice): GuideAnswer {
  const history = messages
    .flatMap((message) =>
      message.role === 'user' && !message.isContext ? [cutText(message.text, QUESTION_MAX_LENGTH).trim()] : [],
    )
    .filter((text) => text !== '');
  const question = history.at(-1);
  // Small talk describes the documentation's guide; in a trial it is not an answer.
  const smallTalk = question === undefined ? 'greeting' : readSmallTalk(question);
  if (smallTalk && !voice.notice) return composeSmallTalk(smallTalk, retriever);
  return lookUp(withoutOpening(question ?? ''), history.slice(0, -1), messages, { retriever, voice });
}

interface Sources {
  readonly retriever: Retriever;
  readonly voice: GuideVoice;
}

function lookUp(
  question: string,
  before: readonly string[],
  messages: readonly ModelMessage[],
  sources: Sources,
): GuideAnswer {
  const { retriever } = sources;
  // Messages to owners' bots may be in any language.
  const { isDatasetTest = false, isOfOwner = false, notice } = sources.voice;
  const foreign = isDatasetTest || isOfOwner || notice ? undefined : readForeignQuestion(question);
  if (foreign) return lookUpForeign(question, foreign, sources);
  const wantsMore = WANTS_MORE.test(question);
  const alone = retriever.search(question);
  const leansBack = CONTINUES.test(question) || (alone.length === 0 && pointsBack(question));
  const earlier = leansBack ? before.findLast((text) => !readSmallTalk(text) && !WANTS_MORE.test(text)) : undefined;
  if (earlier === undefined) return compose(question, alone, sources);
  if (!wantsMore) return compose(`${earlier} ${question}`, retriever.search(question, earlier), sources);
  const shown = lastAnswer(messages);
  return compose(
    earlier,
    retriever.search(earlier).filter(({ passage }) => !shown.includes(`**${passage.title}**`)),
    sources,
  );
}

/** Answers a question in another language: searches for its known terms and mentions that. */
function lookUpForeign(question: string, foreign: ForeignQuestion, { retriever, voice }: Sources): GuideAnswer {
  const found = foreign.search === '' ? [] : retriever.search(foreign.search);
  if (found.length === 0) return composeNoMatch(question, retriever, voice, foreign.nothing);
  const { text, references } = composeMatch(question, found, voice);
  return { text: `${foreign.found}\n\n${text}`, references };
}

function compose(search: string, found: readonly Found[], { retriever, voice }: Sources): GuideAnswer {
  return found.length > 0 ? composeMatch(search, found, voice) : composeNoMatch(search, retriever, voice);
}

/** Whether a question is little more than a pronoun. */
function pointsBack(question: string): boolean {
  return POINTS_BACK.test(question) && toTerms(question, true).length <= MAX_OWN_TERMS;
}

function lastAnswer(messages: readonly ModelMessage[]): string {
  return messages.findLast((message) => message.role === 'assistant')?.text ?? '';
}
