import type { Json } from '@sotto/widget-core/api';
import type { Found } from '../../datasets/retrieve';
import { matchSentence, noMatchSentence } from '../searchSentences';
import type { Tool, ToolContext, ToolEvent } from './tool';

/** Passages given for one search. */
export const MAX_PASSAGES = 5;

/** Finds passages that fit a question, best first. */
export type PassageSearch = (query: string) => readonly Found[] | Promise<readonly Found[]>;

/** What a search tool searches, and its description for a model. */
export interface DatasetToolOptions {
  readonly search: PassageSearch;
  /** @default 'search_documents' */
  readonly name?: string;
  /** What can be found there, for the model. @default a general sentence */
  readonly description?: string;
}

/**
 * Lets a language model search what the bot may know. Passages come with numbers the model can cite; what it was given
 * becomes the reply's references. The sentences around them are the specification's (section 8, [H-16]).
 */
export function createDatasetTool({ search, name = 'search_documents', description }: DatasetToolOptions): Tool {
  return {
    name,
    description:
      description ??
      'Searches the documents this assistant answers from. Use it before answering any question about the product. ' +
        'Cite the passages you use by their numbers, like [1].',
    parameters: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          description: 'What to look for: the question in its essential words',
          minLength: 1,
          maxLength: 500,
        },
      },
      required: ['query'],
    },
    async *run(args, context) {
      yield* [] as ToolEvent[];
      const query = args['query'];
      if (typeof query !== 'string') return { type: 'error', code: 'BAD_REQUEST', message: 'query is missing' };
      return { type: 'value', value: await searchPassages(query, search, context) };
    },
  };
}

/** One search, as a model reads it: the specification's sentence and numbered passages, each noted as a source. */
export async function searchPassages(
  query: string,
  search: PassageSearch,
  context: Pick<ToolContext, 'cite'>,
): Promise<Json> {
  const found = (await search(query)).slice(0, MAX_PASSAGES);
  if (found.length === 0) return { result: noMatchSentence(query), passages: [] };
  const passages = found.map(({ passage }) => ({
    number: context.cite({
      source: passage.source,
      title: passage.title,
      ...(passage.url !== '' && { url: passage.url }),
    }),
    title: passage.title,
    text: passage.text,
  }));
  return { result: matchSentence(query), passages };
}
