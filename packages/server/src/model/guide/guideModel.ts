import { cutText } from '@sotto/widget-core/internal/server';
import { delay, type Clock } from '@sotto/widget-core/api';
import { toTerms } from '../../datasets/terms';
import type { Found, Retriever, Weigh } from '../../datasets/retrieve';
import type { ChatModel, ModelMessage } from '../chatModel';
import {
  composeMatch,
  composeNoForeignMatch,
  composeNoMatch,
  composeSmallTalk,
  composeTestMatch,
  type GuideAnswer,
  type GuideVoice,
} from './guideAnswer';
import { detectLanguage, readForeignQuestion, type ForeignQuestion } from './guideLanguages';
import { readSmallTalk, withoutOpening } from './guideSmallTalk';
import { isQuoted } from './quoteAnswer';

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
    async *reply({ messages: requestMessages, isContinuation, language }, signal) {
      signal.throwIfAborted();
      // Stateless: it repeats its answer, and the continuation removes the repeated part.
      const messages = isContinuation === true ? requestMessages.slice(0, -2) : requestMessages;
      const { text, references } = withNotice(answer(messages, { retriever, voice, language }), messages, voice);
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

/** Begins the first answer of a trial without its model with the notice. */
function withNotice(
  { text, references }: GuideAnswer,
  messages: readonly ModelMessage[],
  { notice = '' }: GuideVoice,
): GuideAnswer {
  const isFirst = !messages.some(({ role }) => role === 'assistant');
  return { text: [isFirst ? notice : '', text].filter((part) => part !== '').join('\n\n'), references };
}

interface Sources {
  readonly retriever: Retriever;
  readonly voice: GuideVoice;
  /** BCP 47 tag of the visitor's language. */
  readonly language: string | undefined;
}

function answer(messages: readonly ModelMessage[], sources: Sources): GuideAnswer {
  const { retriever, voice, language } = sources;
  const history = messages
    .flatMap((message) =>
      message.role === 'user' && !message.isContext ? [cutText(message.text, QUESTION_MAX_LENGTH).trim()] : [],
    )
    .filter((text) => text !== '');
  const question = history.at(-1);
  const smallTalk =
    question === undefined ? { kind: 'greeting' as const, language } : readSmallTalk(question, language);
  // The documentation's guide describes itself; in a trial that is no answer.
  if (smallTalk && (voice.bot || !voice.notice))
    return composeSmallTalk({ ...smallTalk, language: smallTalk.language ?? language }, retriever, voice);
  return lookUp(withoutOpening(question ?? ''), history.slice(0, -1), messages, sources);
}

function lookUp(
  question: string,
  before: readonly string[],
  messages: readonly ModelMessage[],
  sources: Sources,
): GuideAnswer {
  const { retriever } = sources;
  // Messages to owners' bots may be in any language.
  const { isDatasetTest = false, bot, notice } = sources.voice;
  const foreign = isDatasetTest || bot || notice ? undefined : readForeignQuestion(question);
  if (foreign) return lookUpForeign(foreign, sources);
  const wantsMore = WANTS_MORE.test(question);
  const alone = retriever.search(question);
  const leansBack = CONTINUES.test(question) || (alone.length === 0 && pointsBack(question));
  const earlier = leansBack ? before.findLast((text) => !readSmallTalk(text) && !WANTS_MORE.test(text)) : undefined;
  if (earlier === undefined) return compose(question, alone, retriever.weigher(question), sources);
  if (!wantsMore) {
    const search = `${earlier} ${question}`;
    return compose(search, retriever.search(question, earlier), retriever.weigher(question, earlier), sources);
  }
  const shown = lastAnswer(messages);
  const weigh = retriever.weigher(earlier);
  const isNew = ({ passage }: Found): boolean => !isQuoted(passage, shown);
  return compose(earlier, retriever.search(earlier).filter(isNew), weigh, sources);
}

/** Answers a question in another language: searches for its known terms and mentions that. */
function lookUpForeign({ search, found: sentence, nothing }: ForeignQuestion, { retriever }: Sources): GuideAnswer {
  const found = search === '' ? [] : retriever.search(search);
  if (found.length === 0) return composeNoForeignMatch(nothing, retriever);
  const { text, references } = composeMatch(found, retriever.weigher(search));
  return { text: `${sentence}\n\n${text}`, references };
}

function compose(search: string, found: readonly Found[], weigh: Weigh, sources: Sources): GuideAnswer {
  const { retriever, voice, language } = sources;
  if (found.length === 0) return composeNoMatch(search, retriever, voice, detectLanguage(search) ?? language);
  return voice.isDatasetTest === true ? composeTestMatch(search, found) : composeMatch(found, weigh, voice);
}

/** Whether a question is little more than a pronoun. */
function pointsBack(question: string): boolean {
  return POINTS_BACK.test(question) && toTerms(question, true).length <= MAX_OWN_TERMS;
}

function lastAnswer(messages: readonly ModelMessage[]): string {
  return messages.findLast((message) => message.role === 'assistant')?.text ?? '';
}
