import { type FunctionDefinition, type Json, type JsonObject } from '@sotto/widget-core/api';
import type { Tool, ToolEvent, ToolResult } from './tool';

/** How long a function of a page may take, in milliseconds. Contract 1.8. */
export const CLIENT_FUNCTION_TIMEOUT_MS = 60_000;
/** The same with a confirmation of the visitor, in milliseconds. Contract 1.8. */
export const CONFIRMED_FUNCTION_TIMEOUT_MS = 600_000;

/** Where a turn waits for a browser; channels belong to the turn's conversation. */
export interface TurnChannels {
  /** A new channel. */
  open(): Promise<string>;
  /** Makes a channel of the caller's own choosing usable. @returns false when it belongs to another conversation */
  claim(channel: string): Promise<boolean>;
  /** The message published to the channel; undefined after `timeoutMs`. Rejects when the signal is aborted. */
  wait(channel: string, timeoutMs: number, signal: AbortSignal): Promise<JsonObject | undefined>;
}

/** What client functions work with. */
export interface ClientFunctionOptions {
  readonly channels: TurnChannels;
  /**
   * False when the caller reads no stream and so could never answer: a call then ends the turn (contract 1.7, JSON).
   * @default true
   */
  readonly canWait?: boolean;
}

/** The functions a page offers, as tools (contract 1.8). */
export function createClientFunctions(
  functions: Readonly<Record<string, FunctionDefinition>>,
  options: ClientFunctionOptions,
): Tool[] {
  return Object.entries(functions).map(([name, definition]) => ({
    name,
    description: definition.description,
    title: definition.title,
    parameters: definition.parameters,
    isExternal: true,
    run: (args, { callId, signal }) => callInBrowser({ name, definition, args, callId, signal, options }),
  }));
}

interface BrowserCall {
  readonly name: string;
  readonly definition: FunctionDefinition;
  readonly args: JsonObject;
  readonly callId: string;
  readonly signal: AbortSignal;
  readonly options: ClientFunctionOptions;
}

async function* callInBrowser({
  name,
  definition,
  args,
  callId,
  signal,
  options,
}: BrowserCall): AsyncGenerator<ToolEvent, ToolResult> {
  const { result, confirm } = definition;
  if (result && 'data' in result) return { type: 'value', value: result.data };
  const { channels, canWait = true } = options;
  const channel = result ? result.channel : await channels.open();
  if (result && !(await channels.claim(channel)))
    return { type: 'error', code: 'FAILED', message: 'The channel of this function is not known here' };
  if (!canWait) return { type: 'pending', channel };

  const timeoutMs = confirm ? CONFIRMED_FUNCTION_TIMEOUT_MS : CLIENT_FUNCTION_TIMEOUT_MS;
  yield {
    type: 'waitForChannelMessageBegin',
    data: { channel, function: { name, args }, callId, timeoutMs, ...(confirm !== undefined && { confirm }) },
  };
  const message = await channels.wait(channel, timeoutMs, signal);
  const outcome = readOutcome(message);
  yield { type: 'waitForChannelMessageEnd', data: { channel, callId, ok: outcome.type !== 'error' } };
  return outcome;
}

/** What was published, in the forms of contract 1.8; an object with none of their keys is the value itself. */
function readOutcome(message: JsonObject | undefined): ToolResult {
  if (message === undefined) return { type: 'error', code: 'TIMEOUT', message: 'The page did not answer in time' };
  const reason = message['reason'];
  if (message['abort'] === true) return { type: 'abort', ...(typeof reason === 'string' && { reason }) };
  const error = message['error'];
  if (error !== undefined && error !== null) return readError(error);
  return { type: 'value', value: message['value'] ?? ('value' in message ? null : message) };
}

function readError(error: Json): ToolResult {
  const { code, message } =
    typeof error === 'object' && error !== null && !Array.isArray(error) ? error : { code: undefined, message: error };
  return {
    type: 'error',
    code: typeof code === 'string' ? code : 'FAILED',
    message: typeof message === 'string' ? message : JSON.stringify(error),
  };
}
