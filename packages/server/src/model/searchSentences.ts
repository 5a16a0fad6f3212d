import { BOT_SENTENCES } from './guide/botSentences';

/** Introduces found passages (specification, section 8: dataset test, match). */
export function matchSentence(search: string): string {
  return `Based on the query "${search}", the information presented below has been carefully selected for its relevance.`;
}

/** Nothing was found (specification, section 8: dataset test, no match). */
export function noMatchSentence(search: string): string {
  return `Unable to locate information directly related to "${search}".`;
}

/** The built-in guide found nothing. */
export const NOTHING_FOUND = 'I found nothing about that in this documentation.';

/** Beginnings of replies without a result. */
export const NOT_FOUND_BEGINNINGS: readonly string[] = [
  noMatchSentence('"').split('"')[0] ?? '',
  NOTHING_FOUND,
  ...Object.values(BOT_SENTENCES).map(({ nothing }) => nothing),
];
