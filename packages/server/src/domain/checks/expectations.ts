import type { CheckCall, Expectation, PlayedTurn } from '@sotto/hub-api';
import type { Json } from '@sotto/widget-core/api';
import { toolName } from '../../model/tools/abilities';
import { detectLanguages } from './detectLanguage';
import type { Judgement } from './judgeAnswer';

/** Outcome of a turn, before it is judged. */
export type Answered = Pick<PlayedTurn, 'ask' | 'answer' | 'sources' | 'calls'>;
/** Lets a model decide about an answer; undefined: no language model is connected. */
export type Judge = ((statement: string) => Promise<Judgement>) | undefined;
type Outcome = PlayedTurn['outcomes'][number];

const met = (isMet: boolean, reason: string): Outcome => ({ isMet, reason: isMet ? '' : reason, isJudged: false });

/** Whether an answer is as expected, with the reason if it is not. */
export async function meets(expectation: Expectation, turn: Answered, judge: Judge): Promise<Outcome> {
  if ('contains' in expectation)
    return met(holds(turn.answer, expectation.contains), `The answer does not contain “${expectation.contains}”.`);
  if ('excludes' in expectation)
    return met(!holds(turn.answer, expectation.excludes), `The answer contains “${expectation.excludes}”.`);
  if ('source' in expectation) return meetsSource(expectation.source, turn);
  if ('calls' in expectation) return meetsCall(expectation, turn.calls);
  if ('asks' in expectation) return meetsQuestion(turn.calls);
  if ('refuses' in expectation) {
    if (judge) return judged(judge, 'The answer declines to do or to answer what was asked.');
    // The built-in guide has nothing else to decline with.
    return met(
      turn.sources.length === 0 && turn.calls.length === 0,
      'The bot answered from its documents instead of declining.',
    );
  }
  if ('language' in expectation) return meetsLanguage(expectation.language, turn.answer, judge);
  if (!judge) return met(false, 'No language model is connected that could judge this.');
  return judged(judge, expectation.judge);
}

async function judged(judge: NonNullable<Judge>, statement: string): Promise<Outcome> {
  const { isTrue, reason } = await judge(statement);
  return {
    isMet: isTrue,
    reason: isTrue ? '' : reason || 'A language model found this not to be true.',
    isJudged: true,
  };
}

/** Without Markdown's marks, in one case and with single spaces. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[*_`\\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function holds(answer: string, text: string): boolean {
  return plain(answer).includes(plain(text));
}

function meetsSource(wanted: string, { sources }: Answered): Outcome {
  const address = (url: string): string =>
    url
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/[/#?]+$/, '');
  const isIt = sources.some(
    ({ title, url }) => plain(title) === plain(wanted) || (url !== null && address(url) === address(wanted)),
  );
  const named = sources.map(({ title, url }) => (url === null ? title : `${title} (${url})`)).join(', ');
  return met(
    isIt,
    sources.length === 0
      ? `The answer has no source; expected “${wanted}”.`
      : `“${wanted}” is not among its sources: ${named}.`,
  );
}

function meetsCall(
  { calls: wanted, arguments: args = {} }: Extract<Expectation, { calls: string }>,
  calls: readonly CheckCall[],
): Outcome {
  const name = toolName(wanted, new Set());
  const own = calls.filter((call) => call.name === wanted || call.name === name);
  if (own.length === 0) {
    const others = [...new Set(calls.map((call) => call.name))];
    return met(false, `“${wanted}” was not called${others.length > 0 ? `, but ${others.join(', ')}` : ''}.`);
  }
  const differing = (call: CheckCall): string[] =>
    Object.entries(args)
      .filter(([key, value]) => !isSame(call.arguments[key], value))
      .map(([key, value]) => `${key} was ${show(call.arguments[key])} instead of ${show(value)}`);
  const differences = own.map(differing);
  return met(
    differences.some((list) => list.length === 0),
    `“${wanted}” was called with other arguments: ${differences[0]?.join('; ') ?? ''}.`,
  );
}

/** Models write numbers as texts, and the other way round. */
function isSame(actual: Json | undefined, wanted: Json): boolean {
  if (actual === undefined) return false;
  const isSimple = (value: Json): value is string | number => typeof value === 'string' || typeof value === 'number';
  if (isSimple(actual) && isSimple(wanted)) return plain(String(actual)) === plain(String(wanted));
  return JSON.stringify(actual) === JSON.stringify(wanted);
}

function show(value: Json | undefined): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}

function meetsQuestion(calls: readonly CheckCall[]): Outcome {
  const unasked = calls.filter(({ outcome }) => outcome === 'withheld').map(({ name }) => name);
  if (unasked.length > 0) return met(false, `${unasked.join(', ')} would have run without asking the visitor.`);
  return met(
    calls.some(({ outcome }) => outcome === 'asked'),
    'Nothing was called that asks the visitor first.',
  );
}

async function meetsLanguage(wanted: string, answer: string, judge: Judge): Promise<Outcome> {
  const [tag = ''] = wanted.toLowerCase().split('-');
  const found = detectLanguages(answer);
  if (found.includes(tag)) return met(true, '');
  const name = new Intl.DisplayNames(['en'], { type: 'language' });
  if (found.length === 1) return met(false, `The answer is in ${name.of(found[0] ?? '') ?? ''}.`);
  if (judge) return judged(judge, `The answer is written in ${name.of(wanted) ?? wanted}.`);
  return met(false, 'The language of the answer could not be determined.');
}
