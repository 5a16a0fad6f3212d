import type { Retriever } from '../../datasets/retrieve';
import { matchSentence, noMatchSentence } from '../searchSentences';
import type { Tool, ToolContext, ToolEvent, ToolResult } from './tool';

/** Passages given to the model for one search. */
const MAX_PASSAGES = 5;

/** Where a search tool looks, and how a model should think of it. */
export interface DatasetToolOptions {
  readonly retriever: Retriever;
  /** @default 'search_documents' */
  readonly name?: string;
  /** What can be found there, for the model. @default a general sentence */
  readonly description?: string;
}

/**
 * Lets a language model search what the bot may know. Passages come with numbers the model can cite; what it was given becomes the
 * reply's references. The sentences around them are the specification's (section 8, [H-16]).
 */
export function createDatasetTool({ retriever, name = 'search_documents', description }: DatasetToolOptions): Tool {
  return {
    name,
    description:
      description ??
      'Searches the documents this assistant answers from. Use it before answering any question about the product. ' +
        'Cite the passages you use by their numbers, like [1].',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'What to look for: the question in its essential words', minLength: 1, maxLength: 500 } },
      required: ['query'],
    },
    async *run(args, context) {
      yield* [] as ToolEvent[];
      const query = args['query'];
      return typeof query === 'string' ? search(query, retriever, context) : { type: 'error', code: 'BAD_REQUEST', message: 'query is missing' };
    },
  };
}

function search(query: string, retriever: Retriever, context: ToolContext): ToolResult {
  const found = retriever.search(query).slice(0, MAX_PASSAGES);
  if (found.length === 0) return { type: 'value', value: { result: noMatchSentence(query), passages: [] } };
  const passages = found.map(({ passage }) => ({
    number: context.cite({ source: passage.source, title: passage.title, url: passage.url }),
    title: passage.title,
    text: passage.text,
  }));
  return { type: 'value', value: { result: matchSentence(query), passages } };
}
