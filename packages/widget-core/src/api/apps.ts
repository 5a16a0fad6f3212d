import * as v from 'valibot';
import { jsonObjectSchema, jsonSchema } from '../lib/json';

/** Paths of the calls of MCP Apps. `appId`: the `app` of a tool's part. */
export const appRoutes = {
  fetch: (conversationId: string, appId: string): string => `/v1/conversation/${conversationId}/app/${appId}/fetch`,
  call: (conversationId: string, appId: string): string => `/v1/conversation/${conversationId}/app/${appId}/call`,
};

/** GET /v1/conversation/{id}/app/{appId}/fetch: what an app is shown with. */
export const appResponseSchema = v.object({
  /** Path of its page, below the address of the server. */
  page: v.string(),
  /** Name, title and schema of the tool. */
  tool: jsonObjectSchema,
  input: jsonObjectSchema,
  /** The tool's result in the form of the Model Context Protocol. */
  result: jsonSchema,
  /** Whether it wants a border. */
  hasBorder: v.nullish(v.boolean()),
});

/**
 * POST /v1/conversation/{id}/app/{appId}/call. `approved`: the visitor's answer, where an earlier call came back with a
 * question.
 */
export const appCallRequestSchema = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  arguments: v.optional(jsonObjectSchema),
  approved: v.optional(v.boolean()),
});

/** The result, or the name of what the visitor is to approve first. */
export const appCallResponseSchema = v.object({ result: v.optional(jsonSchema), question: v.nullish(v.string()) });
