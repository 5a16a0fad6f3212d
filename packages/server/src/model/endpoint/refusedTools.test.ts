import { describe, expect, it } from 'vitest';
import { systemClock, type JsonObject } from '@sotto/widget-core/api';
import { createAnthropicModel } from '../anthropic/anthropicMessages';
import { createModels } from '../models';
import { collect, delta, sse, startEndpoint, stream, textOf, type Endpoint } from '../testing/fakeEndpoint';
import { createRefusedTools, findRefusedTool, refusalSentence } from './refusedTools';

const tool = (name: string, parameters: JsonObject = { type: 'object', properties: {} }) => ({
  name,
  description: '',
  parameters,
});
const TOOLS = [tool('files_read'), tool('contexts_list'), tool('files')];
const ASKED = { messages: [{ role: 'user' as const, text: 'Hi' }], tools: TOOLS };
const WORDS = sse(delta({ content: 'Hi' }, 'stop'), '[DONE]');

const offered = ({ bodies }: Endpoint) =>
  bodies.map(({ tools = [] }) => (tools as { function: { name: string } }[]).map((each) => each.function.name));

/** An endpoint that refuses these tools, each by a sentence of its own. */
function refusing(sentences: Record<string, string>, status = 400): Promise<Endpoint> {
  return startEndpoint((body, response) => {
    const names = ((body['tools'] ?? []) as { function: { name: string } }[]).map((each) => each.function.name);
    const found = names.find((name) => name in sentences);
    if (found === undefined) return stream(response, WORDS);
    response.writeHead(status).end(JSON.stringify({ error: { message: sentences[found] } }));
  });
}

describe('BE-20 a tool that an endpoint refuses', () => {
  const SENTENCE = "Invalid schema for function 'contexts_list': object schema missing properties.";

  it.each([400, 422])('is left out after a %i that names it, and ever after', async (status) => {
    const endpoint = await refusing({ contexts_list: SENTENCE }, status);
    expect(textOf(await endpoint.ask(ASKED))).toBe('Hi');
    expect(textOf(await endpoint.ask(ASKED))).toBe('Hi');
    expect(offered(endpoint)).toEqual([
      ['files_read', 'contexts_list', 'files'],
      ['files_read', 'files'],
      ['files_read', 'files'],
    ]);
  });

  it('comes back when its definition has changed', async () => {
    const endpoint = await refusing({ contexts_list: SENTENCE });
    await endpoint.ask(ASKED);
    const other = tool('contexts_list', { type: 'object', properties: { a: { type: 'string' } } });
    await endpoint.ask({ ...ASKED, tools: [other] });
    expect(offered(endpoint)[2]).toEqual(['contexts_list']);
  });

  it('is not the only one, and may be the one that must be called', async () => {
    const endpoint = await refusing({ contexts_list: SENTENCE, files_read: 'Invalid tool "files_read"' });
    expect(textOf(await endpoint.ask({ ...ASKED, mustCall: 'files_read' }))).toBe('Hi');
    expect(offered(endpoint).at(-1)).toEqual(['files']);
    expect(endpoint.bodies.map((body) => 'tool_choice' in body)).toEqual([true, false, false]);
  });

  it('a refusal that names no tool, or another one, fails as before', async () => {
    for (const message of ['Invalid request', "Invalid schema for function 'unknown'"]) {
      const endpoint = await startEndpoint((_, response) => {
        response.writeHead(400).end(JSON.stringify({ error: { message } }));
      });
      await expect(endpoint.ask(ASKED)).rejects.toThrow('could not finish');
      expect(endpoint.bodies).toHaveLength(1);
    }
  });

  it('is left out for its model alone, and its reason is known, without a key', async () => {
    const endpoint = await refusing({ contexts_list: `${SENTENCE} Key sk-secret-0123456789` });
    const models = createModels(
      { baseUrl: endpoint.url, apiKey: 'sk-secret-0123456789', model: 'one' },
      { retriever: { search: () => [] } as never, clock: systemClock },
    );
    for (const name of ['one', 'two']) await collect(models.choose(name).reply(ASKED, new AbortController().signal));
    expect(offered(endpoint).map((names) => names.length)).toEqual([3, 2, 3, 2]);
    expect(models.refusalOf(tool('contexts_list'))).toBe(`${SENTENCE} Key [key]`);
    expect(models.refusalOf(tool('files'))).toBeUndefined();
  });

  it('by the place in the request, as the Messages API does', async () => {
    const endpoint = await startEndpoint(
      (body, response) => {
        if ((body['tools'] as object[]).length === 3)
          return response.writeHead(400).end('{"error":{"message":"tools.1.custom.input_schema: schema is invalid"}}');
        return response.writeHead(400).end('{"error":{"message":"other"}}');
      },
      systemClock,
      undefined,
      createAnthropicModel,
    );
    await expect(endpoint.ask(ASKED)).rejects.toThrow();
    expect(endpoint.bodies.map(({ tools }) => (tools as { name: string }[]).map(({ name }) => name))).toEqual([
      ['files_read', 'contexts_list', 'files'],
      ['files_read', 'files'],
    ]);
  });
});

describe('which tool a refusal is about', () => {
  const NAMES = ['files_read', 'contexts_list', 'files'];
  it.each([
    ["Invalid schema for function 'files': None is not of type", 2],
    ['{"error":{"message":"Invalid function \\"files_read\\" schema"}}', 0],
    ['tool `contexts_list` has no parameters', 1],
    ['Tool contexts_list: input schema is invalid', 1],
    ['Invalid tools[2].function.parameters', 2],
    ['* GenerateContentRequest.tools[0].function_declarations[1].parameters.required[0]: property is not defined', 1],
    ['The value at toolConfig.tools.0.toolSpec.inputSchema.json.type must be one of', 0],
    ["Invalid schema for function 'filesystem'", undefined],
    ["functions 'files' and 'files_read' have the same schema", undefined],
    ['tools[9].function is invalid', undefined],
    ["Tool choice 'files' is not allowed with this model", undefined],
    ['Unexpected "files"', undefined],
    ['', undefined],
  ])('%s', (body, index) => {
    expect(findRefusedTool(body, NAMES)).toBe(index);
  });

  it('keeps its sentence, and a number of refusals', () => {
    expect(refusalSentence('{"error":{"message":"Bad \\"x\\"\\nschema"}}')).toBe('Bad "x" schema');
    expect(refusalSentence('no JSON')).toBe('no JSON');
    const refused = createRefusedTools();
    for (let index = 0; index <= 1_000; index += 1) refused.note('m', tool(`t${String(index)}`), 'r'.repeat(900));
    expect(refused.reasonFor(tool('t0'))).toBeUndefined();
    expect(refused.reasonFor(tool('t1'))).toHaveLength(300);
  });
});
