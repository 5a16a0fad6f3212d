import { cutText } from '@sotto/widget-core/internal/server';
import { MODEL_TIME_MS } from '../config/modelSettings';
import type { Clock, Json, JsonObject } from '@sotto/widget-core/api';
import { ApiError } from '../lib/apiError';
import type { ChatModel, ModelEvent, ModelMessage, ModelRequest, ToolCall } from './chatModel';
import { createTextBuffer, type TextBuffer } from './textBuffer';
import { createStopwatch, type Stopwatch } from '../lib/stopwatch';
import { checkArguments } from './tools/checkArguments';
import type { Tool, ToolEvent, ToolResult } from './tools/tool';
import { toolBegin, toolEnd } from './tools/toolProgress';
import type { TurnEvent, TurnFinish } from './turnEvents';
import { createTurnState, type EarlierText, type TurnState } from './turnState';

/** When a turn must end (contract 1.5). */
export interface TurnLimits {
  /** Rounds of tool calls. @default 20 */
  readonly iterations?: number;
  /** Tool calls altogether. @default 100 */
  readonly calls?: number;
  /**
   * Time for the model and the server's own tools together, in milliseconds; waiting for a browser does not count.
   * @default 300000
   */
  readonly modelTimeMs?: number;
}

/** One turn: everything it works on. */
export interface TurnRequest {
  readonly model: ChatModel;
  /** The prompt, from `buildPrompt`. */
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly Tool[];
  readonly temperature?: number;
  /** Name of the tool that the model must begin with. */
  readonly firstTool?: string;
  /** BCP 47 tag. */
  readonly language?: string;
  readonly limits?: TurnLimits;
  /**
   * The reply that the model continues; its text is the last of its own messages in the prompt, and a request to
   * continue follows.
   */
  readonly earlier?: EarlierText | undefined;
  readonly clock: Clock;
  /** Makes ids for activity messages. */
  readonly createId: (prefix: string) => string;
}

/** Rounds of tool calls in one turn (contract 1.5). */
export const MAX_ITERATIONS = 20;
/** Tool calls in one turn. */
export const MAX_CALLS = 100;
/** Longest tool result given to the model, in characters; a published message may be larger (contract 1.5). */
const TOOL_TEXT_MAX_LENGTH = 100_000;

/**
 * One turn: calls the model, runs the tools it requests, returns the results to it, until it is done or a limit is
 * reached.
 *
 * The last event is `finish`. An aborted signal ends the turn with `abort` and `finish`, keeping the text so far; a
 * reason that is a text is passed on.
 *
 * @throws ApiError when the model fails or its time is over (TIMEOUT)
 */
export async function* runTurn(request: TurnRequest, signal: AbortSignal): AsyncGenerator<TurnEvent, void> {
  const turn = createTurnState(request.messages, request.clock, request.createId, request.earlier);
  const stopwatch = createStopwatch(request.limits?.modelTimeMs ?? MODEL_TIME_MS, request.clock, signal);
  const { iterations = MAX_ITERATIONS, calls: maxCalls = MAX_CALLS } = request.limits ?? {};
  let calls = 0;
  let reason: FinishReason | undefined;
  try {
    for (let round = 0; reason === undefined; round += 1) {
      const modelCall = createModelCall(turn, request.model.name);
      stopwatch.start();
      // The words go through this loop alone: each generator in between would cost every token some promises.
      for await (const event of request.model.reply(toModelRequest(request, turn, round === 0), stopwatch.signal)) {
        const modelText = modelCall.read(event);
        if (modelText) yield modelText;
      }
      stopwatch.pause();
      // A model that ignores its signal and simply ends must not pass for one that is done.
      stopwatch.signal.throwIfAborted();
      if (modelCall.calls.length === 0) {
        // A reply that was stopped behind its last word has no rest.
        if (modelCall.text.whole().trim() === '' && round === 0 && !request.earlier)
          throw new ApiError('NO_ANSWER', 'The assistant gave no answer. Please try again.');
        reason = modelCall.reason;
      } else if (round >= iterations || calls + modelCall.calls.length > maxCalls) {
        reason = 'iteration';
      } else {
        calls += modelCall.calls.length;
        reason = yield* runTools(request, turn, modelCall, stopwatch, signal);
      }
    }
    yield { type: 'finish', data: turn.finish(reason) };
  } catch (error) {
    if (!signal.aborted) throw stopwatch.isOver() ? new ApiError('TIMEOUT', TIMEOUT_SENTENCE, { cause: error }) : error;
    yield { type: 'abort', data: typeof signal.reason === 'string' ? { reason: signal.reason } : {} };
    yield { type: 'finish', data: turn.finish('abort') };
  } finally {
    stopwatch.pause();
  }
}

const TIMEOUT_SENTENCE = 'The assistant took too long to answer. Please try again.';

type FinishReason = TurnFinish['data']['reason'];

/** What one call of the model has come to so far. */
interface ModelCall {
  readonly text: TextBuffer;
  readonly calls: readonly ToolCall[];
  readonly reason: 'stop' | 'length';
  /** Handles an event of the model. @returns the event for the visitor */
  read(event: ModelEvent): TurnEvent | undefined;
}

function createModelCall(turn: TurnState, model: string): ModelCall {
  const calls: ToolCall[] = [];
  const modelCall = {
    text: createTextBuffer(),
    calls,
    reason: 'stop' as ModelCall['reason'],
    read(event: ModelEvent): TurnEvent | undefined {
      switch (event.type) {
        case 'text': {
          if (event.text === '') return undefined;
          const token = turn.write(event.text, modelCall.text.isEmpty);
          modelCall.text.add(event.text);
          return { type: 'token', data: { token } };
        }
        case 'reasoning':
          return { type: 'reasoningToken', data: { token: event.text } };
        case 'take-back':
          modelCall.text = createTextBuffer();
          return turn.takeBack();
        case 'tool-call':
          calls.push(event.call);
          return undefined;
        case 'references':
          event.references.forEach(turn.cite);
          return undefined;
        case 'usage':
          turn.addTokens(event.inputTokens + event.outputTokens);
          return {
            type: 'usage',
            data: { model, inputTokensUsed: event.inputTokens, outputTokensUsed: event.outputTokens },
          };
        case 'end':
          if (event.reason === 'length') modelCall.reason = 'length';
          return undefined;
      }
    },
  };
  return modelCall;
}

/**
 * Runs the tools that the model requests, one after the other. @returns why the turn ends here; undefined when the
 * model
 * is to go on
 */
async function* runTools(
  request: TurnRequest,
  turn: TurnState,
  modelCall: ModelCall,
  stopwatch: Stopwatch,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent, FinishReason | undefined> {
  turn.messages.push({ role: 'assistant', text: modelCall.text.whole(), toolCalls: modelCall.calls });
  for (const call of modelCall.calls) {
    const result = yield* runTool(request, turn, call, stopwatch);
    signal.throwIfAborted();
    if (result.type === 'abort') {
      yield {
        type: 'abort',
        data: { functionName: call.name, ...(result.reason !== undefined && { reason: result.reason }) },
      };
      return 'abort';
    }
    if (result.type === 'pending') return 'activity';
  }
  return undefined;
}

function toModelRequest(
  { tools, temperature, language, firstTool, earlier }: TurnRequest,
  turn: TurnState,
  isFirst: boolean,
): ModelRequest {
  return {
    messages: [...turn.messages],
    tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    ...(temperature !== undefined && { temperature }),
    ...(isFirst && firstTool !== undefined && { mustCall: firstTool }),
    ...(isFirst && earlier && { isContinuation: true }),
    ...(language !== undefined && { language }),
  };
}

/**
 * One tool call, from the model's request to the result that it gets. Failures are returned to the model, which may try
 * again.
 */
async function* runTool(
  request: TurnRequest,
  turn: TurnState,
  call: ToolCall,
  stopwatch: Stopwatch,
): AsyncGenerator<TurnEvent, ToolResult> {
  const tool = request.tools.find(({ name }) => name === call.name);
  const checked = tool
    ? checkArguments(call.arguments, tool.parameters)
    : { complaint: `There is no tool named ${call.name}` };
  const args = 'args' in checked ? checked.args : {};
  const startedAt = request.clock.now();
  yield toolBegin(call, tool, args);
  const result =
    tool && 'args' in checked
      ? yield* execute(tool, args, { turn, call, stopwatch })
      : yield* refuse('complaint' in checked ? checked.complaint : '', { turn, call, stopwatch });
  if (result.type === 'pending') return result;
  const end = toolEnd(call, tool, result, request.clock.now() - startedAt);
  if (result.type === 'abort') {
    yield end;
    return result;
  }
  const resultText: Json =
    result.type === 'value' ? result.value : { error: { code: result.code, message: result.message } };
  const app = result.type === 'value' ? result.app : undefined;
  const noted = turn.activity({ type: 'response', call, args, result: resultText, ...(app && { app }) });
  yield noted;
  // The app is named by the message that keeps what it draws.
  yield app ? { ...end, data: { ...end.data, app: noted.data.id } } : end;
  turn.messages.push({
    role: 'tool',
    callId: call.id,
    name: call.name,
    text: cutText(JSON.stringify(resultText), TOOL_TEXT_MAX_LENGTH),
  });
  return result;
}

interface Running {
  readonly turn: TurnState;
  readonly call: ToolCall;
  readonly stopwatch: Stopwatch;
}

async function* refuse(complaint: string, { turn, call }: Running): AsyncGenerator<TurnEvent, ToolResult> {
  yield turn.activity({ type: 'request', call, args: {} });
  return { type: 'error', code: 'BAD_REQUEST', message: complaint };
}

async function* execute(
  tool: Tool,
  args: JsonObject,
  { turn, call, stopwatch }: Running,
): AsyncGenerator<TurnEvent, ToolResult> {
  const run = guarded(tool.run(args, { callId: call.id, signal: stopwatch.signal, cite: turn.cite }), stopwatch.signal);
  if (!tool.isExternal) {
    yield turn.activity({ type: 'request', call, args });
    stopwatch.start();
    const result = yield* run;
    stopwatch.pause();
    return result;
  }
  // Its first step determines whether a caller can answer; the request then names the channel for the answer.
  let step = await run.next();
  const channel = step.done && step.value.type === 'pending' ? step.value.channel : undefined;
  yield turn.activity({ type: 'request', call, args, ...(channel !== undefined && { channel }) });
  while (!step.done) {
    yield step.value;
    step = await run.next();
  }
  return step.value;
}

/** A tool that throws fails alone; an abort passes through. */
async function* guarded(
  run: AsyncGenerator<ToolEvent, ToolResult>,
  signal: AbortSignal,
): AsyncGenerator<ToolEvent, ToolResult> {
  try {
    return yield* run;
  } catch {
    signal.throwIfAborted();
    return { type: 'error', code: 'FAILED', message: 'The tool failed' };
  }
}
