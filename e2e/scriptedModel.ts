import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model does with one request: text pieces, or something worse. */
export type Step =
  | string
  /** Waits for so many milliseconds. */
  | { wait: number }
  /** Waits until `model.release()` is called. */
  | 'hold'
  /** Sends an error chunk in mid-stream and ends. */
  | { error: string }
  /** Calls a function; the next request of the same turn is answered by `afterCall`. */
  | { call: string; args: object }
  /** Ends here, for this reason. */
  | { end: 'length' }
  /** Cuts the connection. */
  | 'cut';

/** A language model that says what a test tells it to, spoken to over HTTP like any OpenAI-compatible server. */
export interface ScriptedModel {
  readonly baseUrl: string;
  /** What the next requests are answered with; stays until it is set again. */
  script: readonly Step[];
  /** Chooses the answer by the question, instead of `script`. */
  answer: ((question: string) => readonly Step[]) | undefined;
  /** What a request is answered with that brings the result of a function. */
  afterCall: readonly Step[];
  /** Answer every request with this status instead. */
  status: number | undefined;
  /** Requests seen, newest last: the text of their last user message. */
  readonly questions: string[];
  /** The whole prompts, as JSON. */
  readonly prompts: string[];
  /** Results of functions, as the model was told them. */
  readonly results: string[];
  /** Requests whose caller went away before the end. */
  aborted: number;
  release(): void;
  /** Makes it as new: what it says, and what it has seen. */
  reset(): void;
  close(): Promise<void>;
}

/** What a new model says and has seen. */
const asNew = (): Pick<ScriptedModel, 'script' | 'answer' | 'afterCall' | 'status' | 'aborted'> => ({
  script: ['Hello.'],
  answer: undefined,
  afterCall: ['Thank you.'],
  status: undefined,
  aborted: 0,
});

/** Starts the model on a free port. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    void answer(request, response, model, waiting).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const model: ScriptedModel = {
    baseUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`,
    ...asNew(),
    questions: [],
    prompts: [],
    results: [],
    release: () => {
      for (const resume of waiting) resume();
      waiting.clear();
    },
    reset: () => {
      model.release();
      Object.assign(model, asNew());
      for (const seen of [model.questions, model.prompts, model.results] as string[][]) seen.length = 0;
    },
    close: () => closeServer(server),
  };
  return model;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  model: ScriptedModel,
  waiting: Set<() => void>,
): Promise<void> {
  const body = JSON.parse(await readBody(request)) as { messages: { role: string; content: unknown }[] };
  model.prompts.push(JSON.stringify(body.messages));
  const result = body.messages.at(-1)?.role === 'tool' ? body.messages.at(-1)?.content : undefined;
  if (result !== undefined) model.results.push(typeof result === 'string' ? result : JSON.stringify(result));
  const question = body.messages.filter((message) => message.role === 'user').at(-1)?.content;
  model.questions.push(typeof question === 'string' ? question : JSON.stringify(question));
  if (model.status !== undefined) {
    response.writeHead(model.status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ error: { message: 'scripted failure', type: 'server_error' } }));
    return;
  }
  response.on('close', () => {
    if (!response.writableFinished) model.aborted += 1;
  });
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (const step of result === undefined
    ? (model.answer?.(model.questions.at(-1) ?? '') ?? model.script)
    : model.afterCall) {
    if (response.destroyed) return;
    if (step === 'cut') {
      response.destroy();
      return;
    }
    if (step === 'hold') await new Promise<void>((resolve) => waiting.add(resolve));
    else if (typeof step === 'string') response.write(chunk({ choices: [{ index: 0, delta: { content: step } }] }));
    else if ('call' in step) {
      const call = {
        index: 0,
        id: 'call_1',
        type: 'function',
        function: { name: step.call, arguments: JSON.stringify(step.args) },
      };
      response.write(chunk({ choices: [{ index: 0, delta: { tool_calls: [call] } }] }));
      response.end(chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }) + 'data: [DONE]\n\n');
      return;
    } else if ('end' in step) {
      response.end(`${chunk({ choices: [{ index: 0, delta: {}, finish_reason: step.end }] })}data: [DONE]\n\n`);
      return;
    } else if ('wait' in step) await new Promise((resolve) => setTimeout(resolve, step.wait));
    else {
      response.end(chunk({ error: { message: step.error, type: 'server_error' } }));
      return;
    }
  }
  response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
  response.write(chunk({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 } }));
  response.end('data: [DONE]\n\n');
}

function chunk(data: object): string {
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'scripted', ...data })}\n\n`;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });
}
