import { idSchema, isJson, jsonObjectSchema, timeSchema, type JsonObject } from '@sotto/widget-core/api';
import { webAddress } from '@sotto/widget-core/internal/server';
import * as v from 'valibot';

const nameSchema = v.pipe(v.string(), v.maxLength(200));

/** Effect of a tool: it only reads, or it changes something. */
export const TOOL_EFFECTS = ['read', 'act'] as const;
export type ToolEffect = (typeof TOOL_EFFECTS)[number];
/** Who may use an ability: only visitors with a verified identity. */
export const ABILITY_REQUIREMENTS = ['verified'] as const;
export type AbilityRequirement = (typeof ABILITY_REQUIREMENTS)[number];

const abilityRules = {
  /** @default null: `read` if all its requests are GET, otherwise `act` */
  effect: v.optional(v.nullable(v.picklist(TOOL_EFFECTS))),
  /** Whether visitors have to approve calls with the effect `act`. @default true */
  needsApproval: v.optional(v.boolean()),
  /** The question for the visitor; arguments as `{{name}}`. @default a question with its name and arguments */
  confirm: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500))),
  /** @default null: available to everybody */
  requires: v.optional(v.nullable(v.picklist(ABILITY_REQUIREMENTS))),
  /** JSON Schemas of its arguments by their names. @default text, or any JSON where a body has it unquoted */
  parameters: v.optional(
    v.pipe(
      jsonObjectSchema,
      v.check(
        (schemas) =>
          Object.values(schemas).every((each) => typeof each === 'object' && each !== null && !Array.isArray(each)) &&
          JSON.stringify(schemas).length <= 20_000,
        'Expected a JSON Schema for each argument, 20,000 characters at most',
      ),
    ),
  ),
};

/** Methods of a request. */
export const REQUEST_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** `json`: any value, unquoted in a JSON body. `schema`: described by a JSON Schema of its own. */
export const ARGUMENT_TYPES = ['text', 'number', 'integer', 'boolean', 'choice', 'date', 'json', 'schema'] as const;
export type ArgumentType = (typeof ARGUMENT_TYPES)[number];
const lineSchema = (maxLength: number) =>
  v.pipe(v.string(), v.maxLength(maxLength), v.regex(/^[^\r\n]*$/, 'Expected one line'));
/** An argument that the model fills in, where a value of the request names it as `{{name}}`. */
export const requestArgumentSchema = v.pipe(
  v.object({
    name: v.pipe(
      v.string(),
      v.regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'The name of an argument consists of letters, digits and _'),
    ),
    type: v.optional(v.picklist(ARGUMENT_TYPES), 'text'),
    description: v.optional(v.pipe(v.string(), v.maxLength(1000)), ''),
    /** If false: without a value, its query value, header or JSON member is not sent. */
    isRequired: v.optional(v.boolean(), true),
    /** Of the type `choice`. */
    options: v.optional(
      v.pipe(v.array(v.pipe(lineSchema(200), v.trim(), v.nonEmpty('An empty option'))), v.maxLength(100)),
    ),
    /** Of the type `schema`. */
    schema: v.optional(jsonObjectSchema),
  }),
  v.check(({ type, options = [] }) => type !== 'choice' || options.length > 0, 'A choice needs its options'),
);
export type RequestArgument = v.InferOutput<typeof requestArgumentSchema>;
/**
 * The only request of an ability, as fields. Values can contain `{{argument}}`, `{{visitor.…}}` and, in headers,
 * `{{secret.NAME}}`. An argument that no value contains is added to the query of a GET or DELETE, or to a JSON body.
 */
export const abilityFieldsSchema = v.object({
  method: v.optional(v.picklist(REQUEST_METHODS), 'GET'),
  address: v.pipe(lineSchema(8000), v.trim(), v.nonEmpty('The request needs an address')),
  query: v.optional(
    v.pipe(v.array(v.object({ name: lineSchema(200), value: lineSchema(4000) })), v.maxLength(100)),
    [],
  ),
  headers: v.optional(
    v.pipe(
      v.array(
        v.object({
          name: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,100}$/, 'Expected the name of a header')),
          value: lineSchema(4000),
        }),
      ),
      v.maxLength(100),
    ),
    [],
  ),
  body: v.optional(v.pipe(v.string(), v.maxLength(40_000)), ''),
  arguments: v.optional(
    v.pipe(
      v.array(requestArgumentSchema),
      v.maxLength(100),
      v.check((all) => new Set(all.map(({ name }) => name)).size === all.length, 'Two arguments have the same name'),
    ),
    [],
  ),
  /** Instructions for the model: what it does with the answer. */
  note: v.optional(v.pipe(v.string(), v.maxLength(40_000)), ''),
});
export type AbilityRequest = v.InferOutput<typeof abilityFieldsSchema>;

/** POST /v1/skillset/{id}/ability/create [S-3]. */
export const abilityRequestSchema = v.object({
  name: v.optional(nameSchema),
  description: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  instruction: v.optional(v.pipe(v.string(), v.maxLength(50_000))),
  ...abilityRules,
  /** Is written into `instruction` and `parameters`, and replaces both. */
  request: v.optional(abilityFieldsSchema),
});
/**
 * POST …/ability/{abilityId}/update. `updatedAt` identifies the version that was edited; 409 if a newer one is
 * stored.
 */
export const abilityUpdateRequestSchema = v.object({
  ...abilityRequestSchema.entries,
  updatedAt: v.optional(timeSchema),
});
/** POST …/ability/{abilityId}/test. */
export const abilityTestRequestSchema = v.object({ arguments: v.optional(jsonObjectSchema, {}) });
/** `value` is what a model would receive; `hasFailed`: a request failed, or was refused before it was sent. */
export const abilityTestResponseSchema = v.object({
  hasFailed: v.boolean(),
  value: v.unknown(),
  durationMs: v.number(),
});
/** POST …/ability/import/curl: keys in headers of the command become secrets. */
export const curlImportRequestSchema = v.object({
  command: v.pipe(v.string(), v.trim(), v.nonEmpty('Paste a curl command'), v.maxLength(100_000)),
});
const openApiSource = {
  /** The document itself, in JSON or YAML. */
  document: v.optional(v.pipe(v.string(), v.maxLength(900_000))),
  /** Its address, if it is not sent. */
  url: v.optional(v.pipe(v.string(), v.maxLength(2048), v.regex(/^https?:\/\//i, 'Expected an http or https address'))),
};
/** POST …/ability/import/openapi/read: the operations of a document (OpenAPI 3.0 or 3.1). */
export const openApiReadRequestSchema = v.object(openApiSource);
/** `key`: method and path. `problem`: why it cannot be imported. */
export const openApiReadResponseSchema = v.object({
  title: v.string(),
  operations: v.array(
    v.object({ key: v.string(), summary: v.string(), isActing: v.boolean(), problem: v.optional(v.string()) }),
  ),
});
export type OpenApiOperations = v.InferOutput<typeof openApiReadResponseSchema>;
/** POST …/ability/import/openapi. */
export const openApiImportRequestSchema = v.object({
  ...openApiSource,
  operations: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(600))),
    v.nonEmpty('Choose at least one'),
    v.maxLength(20, 'Choose at most 20 at a time'),
  ),
});
/** The new abilities; `missing`: names of secrets that they need and that are not set. */
export const abilityImportResponseSchema = v.object({ ids: v.array(idSchema), missing: v.array(v.string()) });
/** POST /v1/skillset/{id}/ability/order: all abilities in the new order. */
export const abilityOrderRequestSchema = v.object({ ids: v.pipe(v.array(idSchema), v.maxLength(100)) });
/** An ability in responses. */
export const abilitySchema = v.object({
  id: idSchema,
  name: v.string(),
  description: v.string(),
  instruction: v.string(),
  effect: v.nullable(v.picklist(TOOL_EFFECTS)),
  /** Null: created before this setting existed; visitors are asked. */
  needsApproval: v.nullable(v.boolean()),
  confirm: v.string(),
  requires: v.nullable(v.picklist(ABILITY_REQUIREMENTS)),
  parameters: jsonObjectSchema,
  /** Its request as fields; null if fields cannot show everything that `instruction` and `parameters` contain. */
  request: v.nullable(abilityFieldsSchema),
  /** Whether calls change something, by `effect` or by its requests. */
  isActing: v.boolean(),
  /** Why its requests are refused, as sentences for the author. */
  problems: v.array(v.string()),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Ability = v.InferOutput<typeof abilitySchema>;
/** An MCP server of a skillset. Its headers are write-only. */
export const mcpServerSchema = v.object({
  id: idSchema,
  name: v.string(),
  url: v.string(),
  /** Whether the owner has signed in to it. */
  isSignedIn: v.boolean(),
  /** Tools that are not offered until the owner has accepted their changes. */
  paused: v.array(v.string()),
  /** Why the last request of a conversation to it failed, so that its tools were missing. */
  failure: v.optional(v.string()),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
/** POST /v1/skillset/{id}/mcp/create. */
export const mcpServerRequestSchema = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
  url: webAddress('https'),
  headers: v.optional(
    v.pipe(
      v.record(
        v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,64}$/, 'Expected the name of a header')),
        v.pipe(v.string(), v.maxLength(4096), v.regex(/^[^\r\n]*$/, 'Expected one line')),
      ),
      v.maxEntries(20),
    ),
  ),
});
/** A JSON Schema of somebody else: each property is two levels of JSON. */
const foreignSchema = v.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isJson(value),
  'Expected a JSON object of at most 32 levels',
);
const mcpToolFields = {
  title: v.optional(v.string()),
  description: v.string(),
  parameters: foreignSchema,
  effect: v.picklist(TOOL_EFFECTS),
  /**
   * Its MCP App. Without a digest the page could not be read. `origins`: allowed sources and connections of the page.
   */
  app: v.optional(v.object({ uri: v.string(), digest: v.string(), origins: v.array(v.string()) })),
};
/** Comparison of a tool with its accepted version: unchanged, new, changed, or removed. */
export const MCP_TOOL_STATES = ['accepted', 'new', 'changed', 'gone'] as const;
/** A tool of an MCP server. Only tools with the `state` `accepted` are offered to models. */
export const mcpToolSchema = v.object({
  name: v.string(),
  ...mcpToolFields,
  state: v.picklist(MCP_TOOL_STATES),
  /** Identifies this definition when it is accepted. */
  digest: v.string(),
  needsApproval: v.boolean(),
  /** Whether visitors see its app. */
  showsApp: v.boolean(),
  /** The accepted version of a changed tool. */
  accepted: v.optional(v.object(mcpToolFields)),
});
export type McpTool = v.InferOutput<typeof mcpToolSchema>;
/** POST /v1/skillset/{id}/mcp/{serverId}/test: the server's current tools, compared with the accepted ones. */
export const mcpServerTestResponseSchema = v.object({
  tools: v.array(mcpToolSchema),
  /** Tools that the server lists and that no model, or not every one, is offered, each with a sentence why. */
  leftOut: v.array(v.object({ name: v.string(), reason: v.string() })),
});
/**
 * POST /v1/skillset/{id}/mcp/{serverId}/sign-in/begin: address of the sign-in page, which returns to the skillset's
 * page.
 */
export const mcpSignInResponseSchema = v.object({ url: v.string() });
/** Value of `path` in the details of a failed call to an MCP server if signing in may help. */
export const MCP_SIGN_IN_PATH = 'signIn';
/**
 * POST /v1/skillset/{id}/mcp/{serverId}/sign-in/finish: parameters of the redirect back (RFC 6749, 4.1.2; RFC 9207).
 * `state` starts with the server's id and a dot.
 */
export const mcpSignInRequestSchema = v.object({
  code: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
  state: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  iss: v.optional(v.pipe(v.string(), v.maxLength(2048))),
});
/** POST /v1/skillset/{id}/mcp/{serverId}/tool/accept. `digest`: of the reviewed definition. */
export const mcpToolAcceptRequestSchema = v.object({
  name: v.pipe(v.string(), v.maxLength(200)),
  digest: v.pipe(v.string(), v.maxLength(64)),
});
/** POST /v1/skillset/{id}/mcp/{serverId}/tool/update. */
export const mcpToolUpdateRequestSchema = v.object({
  name: v.pipe(v.string(), v.maxLength(200)),
  needsApproval: v.optional(v.boolean()),
  showsApp: v.optional(v.boolean()),
});
