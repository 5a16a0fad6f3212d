import {
  buildSchema,
  execute,
  GraphQLError,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import type { JsonObject } from '@sotto/widget-core/api';
import { ApiError, toApiError } from '../lib/apiError';
import { isReadOnly, limitRule } from './queryLimits';
import { SCHEMA, STATEMENTS } from './graphqlSchema';

/** Limit of tokens per query; longer ones are not parsed. */
const MAX_TOKENS = 2_000;

/** A GraphQL request. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables?: JsonObject | null | undefined;
  readonly operationName?: string | null | undefined;
}

/** A GraphQL response (contract 1.9). */
export interface GraphqlAnswer {
  data?: JsonObject | null;
  errors?: { message: string; path?: (string | number)[]; extensions?: { code: string } }[];
}

/** Creates the executor of a schema. Responses contain data or errors; it never throws. */
export function createGraphql(allowsMutations: boolean, onError: (error: unknown) => void) {
  const schema: GraphQLSchema = buildSchema(SCHEMA);

  function refuse(errors: readonly { message: string }[], code = 'BAD_REQUEST'): GraphqlAnswer {
    return { errors: errors.slice(0, 10).map(({ message }) => ({ message, extensions: { code } })) };
  }

  /** @param once - for a document with mutations: returns the stored response, or executes it */
  return async (
    { query, variables, operationName }: GraphqlRequest,
    rootValue: object,
    once: (act: () => Promise<GraphqlAnswer>) => Promise<GraphqlAnswer> = (act) => act(),
  ): Promise<GraphqlAnswer> => {
    let document: DocumentNode;
    try {
      document = parse(query, { maxTokens: MAX_TOKENS, noLocation: true });
    } catch (error) {
      return refuse([{ message: error instanceof GraphQLError ? error.message : 'The query cannot be read' }]);
    }
    if (!allowsMutations && !isReadOnly(document))
      return refuse([{ message: 'This server answers queries only' }], 'NOT_AUTHORIZED');
    // Cheap rules first: the cost of the others grows with the query.
    for (const rules of [[limitRule(STATEMENTS)], specifiedRules]) {
      const problems = validate(schema, document, rules, { maxErrors: 10 });
      if (problems.length > 0) return refuse(problems);
    }
    const act = async (): Promise<GraphqlAnswer> => {
      const result = await execute({
        schema,
        document,
        rootValue,
        variableValues: variables ?? {},
        operationName: operationName ?? null,
      });
      return {
        ...(result.data !== undefined && { data: result.data as JsonObject | null }),
        ...(result.errors && { errors: result.errors.map((error) => reportError(error, onError)) }),
      };
    };
    return isReadOnly(document) ? act() : once(act);
  };
}

/** Converts an error for the caller: our own with its code, an unknown one without details. */
function reportError(
  error: GraphQLError,
  onError: (error: unknown) => void,
): { message: string; path?: (string | number)[]; extensions: { code: string } } {
  const path = error.path ? { path: [...error.path] } : {};
  if (!error.originalError) return { message: error.message, ...path, extensions: { code: 'BAD_REQUEST' } };
  const known = toApiError(ownCause(error.originalError));
  if (known.code === 'INTERNAL_SERVER_ERROR') onError(error.originalError);
  return { message: known.message, ...path, extensions: { code: known.code } };
}

/** Our own error inside an error of the library, or the error itself. */
function ownCause(thrown: unknown): unknown {
  for (let error = thrown; error instanceof Error; error = error.cause) if (error instanceof ApiError) return error;
  return thrown;
}
