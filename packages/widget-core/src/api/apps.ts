import * as v from 'valibot';
import { jsonObjectSchema, jsonSchema } from '../lib/json';

/** Paths of the MCP App calls. `appId`: the `app` of a tool part. */
export const appRoutes = {
  fetch: (conversationId: string, appId: string): string => `/v1/conversation/${conversationId}/app/${appId}/fetch`,
  call: (conversationId: string, appId: string): string => `/v1/conversation/${conversationId}/app/${appId}/call`,
};

/** GET /v1/conversation/{id}/app/{appId}/fetch: the data for showing an app. */
export const appResponseSchema = v.object({
  /** Path of the app's page, relative to the server's URL. */
  page: v.string(),
  /** Name, title and schema of the tool. */
  tool: jsonObjectSchema,
  input: jsonObjectSchema,
  /** The tool's result in the form of the Model Context Protocol. */
  result: jsonSchema,
  /** Whether the app requests a border. */
  hasBorder: v.nullish(v.boolean()),
});

/**
 * POST /v1/conversation/{id}/app/{appId}/call. `approved`: the visitor's answer, after an earlier call returned a
 * question.
 */
export const appCallRequestSchema = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  arguments: v.optional(jsonObjectSchema),
  approved: v.optional(v.boolean()),
});

/** The result, or the name of the action that the visitor must approve first. */
export const appCallResponseSchema = v.object({ result: v.optional(jsonSchema), question: v.nullish(v.string()) });
