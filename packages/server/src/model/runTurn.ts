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

/** Limits of a turn (contract 1.5). */
export interface TurnLimits {
  /** Rounds of tool calls. @default 20 */
  readonly iterations?: number;
  /** Total number of tool calls. @default 100 */
  readonly calls?: number;
  /** Time for the model and the server's tools, in milliseconds, without waiting for a browser. @default 300000 */
  readonly modelTimeMs?: number;
}

/** Input of a turn. */
export interface TurnRequest {
  readonly model: ChatModel;
  /** The prompt, from `buildPrompt`. */
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly Tool[];
  readonly temperature?: number;
  /** Name of a tool the model must call first. */
  readonly firstTool?: string;
  /** BCP 47 tag. */
  readonly language?: string;
  readonly limits?: TurnLimits;
  /** The reply to continue: the prompt ends with its text and a request to continue. */
  readonly earlier?: EarlierText | undefined;
  /** Called when the model has answered although a tool failed. Returns what to add to the reply, if anything. */
  readonly afterFailedTool?: (() => Promise<string | undefined>) | undefined;
  readonly clock: Clock;
  /** Creates ids of activity messages. */
  readonly createId: (prefix: string) => string;
}

/** Maximum rounds of tool calls per turn (contract 1.5). */
export const MAX_ITERATIONS = 20;
/** Maximum number of tool calls per turn. */
export const MAX_CALLS = 100;
/** Maximum length of a tool result for the model, in characters; published messages may be longer (contract 1.5). */
const TOOL_TEXT_MAX_LENGTH = 100_000;

/**
 * Runs a turn: calls the model and its tools until the model is done or a limit is reached.
 *
 * The last event is `finish`. An aborted signal ends the turn with `abort` and `finish`, keeping the text so far; a
 * textual reason is passed on.
 *
 * @throws ApiError if the model fails or the time limit is reached (TIMEOUT)
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
      // Text passes only through this loop, because each generator would add promises per token.
      for await (const event of request.model.reply(toModelRequest(request, turn, round === 0), stopwatch.signal)) {
        const modelText = modelCall.read(event);
        if (modelText) yield modelText;
      }
      stopwatch.pause();
      // A model that ignores the signal and ends must not count as complete.
      stopwatch.signal.throwIfAborted();
      if (modelCall.calls.length === 0) {
        // A reply stopped after its last word has no rest.
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
    if (turn.hasFailedTool && (reason === 'stop' || reason === 'iteration')) {
      const more = await request.afterFailedTool?.();
      if (more !== undefined) yield { type: 'token', data: { token: turn.write(more, true) } };
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

/** Errors that are no failure of a tool: a mistake of the model, and a visitor who has not answered or has left. */
const NO_FAILURE: ReadonlySet<string> = new Set(['BAD_REQUEST', 'TIMEOUT', 'INTERRUPTED']);

/** Result of a model call so far. */
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

/** Runs requested tools in sequence. @returns why the turn ends; undefined if the model continues */
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

/** Runs a tool call. Failures are returned to the model, which may try again. */
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
  if (result.type !== 'error' || !NO_FAILURE.has(result.code)) turn.ended(call.name, end.data.state);
  const resultText: Json =
    result.type === 'value' ? result.value : { error: { code: result.code, message: result.message } };
  const app = result.type === 'value' ? result.app : undefined;
  const noted = turn.activity({ type: 'response', call, args, result: resultText, ...(app && { app }) });
  yield noted;
  // The app is identified by the message that contains it.
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

/** A tool that throws fails alone; aborts are rethrown. */
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
