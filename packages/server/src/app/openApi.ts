import { API_ERRORS, errorBodySchema, replyEventData, type ApiErrorCode } from '@sotto/widget-core/api';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { Auth } from '../http/auth/callerOf';
import type { Endpoint } from '../http/endpoint';
import type { Schema } from '../http/validate';

type Json = Record<string, unknown>;

/** Error codes of every call with a body or a token. */
const COMMON_ERRORS: readonly ApiErrorCode[] = ['BAD_REQUEST', 'TOO_MANY_REQUESTS', 'INTERNAL_SERVER_ERROR'];

const BYTES = { type: 'string', format: 'binary' };
/** A file in its two request formats. */
const FILE_BODY = {
  'multipart/form-data': { schema: { type: 'object', properties: { file: BYTES }, required: ['file'] } },
  '*/*': { schema: BYTES },
};

/** The API as an OpenAPI 3.1 document, generated from the schemas that validate every request. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = `/v1${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sotto',
      version,
      description: 'The API between the widget and the server. Every path is also available below /api/v1.',
    },
    servers: [{ url: '..' }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The token of a session; it is good for one conversation.',
        },
        user: {
          type: 'apiKey',
          in: 'cookie',
          name: 'sotto_user',
          description: 'A signed-in person; calls that change something come from this site.',
        },
        secret: { type: 'http', scheme: 'bearer', description: 'A key of an account (sk_…), for programs.' },
      },
      schemas: {
        Error: schemaOf(errorBodySchema, 'output'),
        ...Object.fromEntries(
          Object.entries(replyEventData).map(([name, data]) => [`ReplyEvent_${name}`, schemaOf(data, 'output')]),
        ),
      },
    },
  };
}

/** How the caller is authenticated; none for public calls. */
const PROOFS: Readonly<Record<Auth, readonly string[]>> = {
  public: [],
  optionalUser: [],
  optionalKey: [],
  session: ['session'],
  sessionOrLink: ['session'],
  sessionOrKey: ['session', 'secret'],
  sessionOrUser: ['session', 'user', 'secret'],
  party: ['session', 'secret'],
  partyOrPerson: ['session', 'user', 'secret'],
  keyOfParty: ['secret'],
  user: ['user', 'secret'],
  person: ['user'],
  personOrPending: ['user'],
  operator: ['user', 'secret'],
};

function operation(endpoint: Endpoint): Json {
  const proofs = PROOFS[endpoint.auth];
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  return {
    summary: endpoint.summary,
    ...(endpoint.cost !== 'none' && { 'x-cost': endpoint.cost }),
    ...(proofs.length > 0 && { security: proofs.map((proof) => ({ [proof]: [] })) }),
    parameters: [
      ...names.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' },
      })),
      ...queryParameters(endpoint.query),
    ],
    ...(endpoint.body && {
      requestBody: { content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } },
    }),
    ...(endpoint.takesFile && { requestBody: { content: FILE_BODY } }),
    responses: { 200: success(endpoint), ...failures(endpoint) },
  };
}

function success(endpoint: Endpoint): Json {
  const stream = {
    schema: {
      type: 'string',
      description: 'Reply events, in the order and form of the documentation; their data are the schemas ReplyEvent_*.',
    },
  };
  return {
    description: 'OK',
    content: {
      ...(endpoint.answer
        ? { 'application/json': { schema: schemaOf(endpoint.answer, 'output') } }
        : { '*/*': { schema: BYTES } }),
      ...(endpoint.isStream && { 'text/event-stream': stream, 'application/jsonl': stream }),
    },
  };
}

function failures(endpoint: Endpoint): Json {
  const codes = [
    ...COMMON_ERRORS,
    ...(PROOFS[endpoint.auth].length === 0 ? [] : (['NOT_AUTHENTICATED', 'NOT_FOUND'] as const)),
    ...(endpoint.body || endpoint.takesFile ? (['CONTENT_TOO_LARGE'] as const) : []),
    ...endpoint.errors,
  ];
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    codes.map((code) => [String(API_ERRORS[code].status), { description: API_ERRORS[code].message, content }]),
  );
}

function queryParameters(query: Schema | undefined): Json[] {
  if (!query) return [];
  const schema = schemaOf(query, 'input');
  const properties = (schema['properties'] ?? {}) as Record<string, Json>;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: false,
    schema: property,
  }));
}

function schemaOf(schema: Schema, typeMode: 'input' | 'output'): Json {
  const { $schema, ...rest } = toJsonSchema(schema, {
    typeMode,
    errorMode: 'ignore',
    // The two custom schemas of the API are any JSON and any JSON object; only their description is included.
    overrideSchema: ({ valibotSchema }) =>
      valibotSchema.type === 'custom' ? { description: customDescription(valibotSchema) } : undefined,
  }) as Json;
  return rest;
}

function customDescription(schema: object): string {
  return 'message' in schema && typeof schema.message === 'string' ? schema.message : 'JSON data';
}
