import type { JsonObject, ReplyEvent } from '@sotto/widget-core/api';
import type { ToolCall } from '../chatModel';
import type { Tool, ToolResult } from './tool';

type ToolBegin = Extract<ReplyEvent, { type: 'toolBegin' }>;
type ToolEnd = Extract<ReplyEvent, { type: 'toolEnd' }>;

/** What a page publishes when its visitor did not allow the call (contract 1.8). */
const DECLINED = 'DECLINED';
/**
 * The message for visitors of a failure, by its code. The tool's own message may contain a secret of its owner, and is
 * sent to the model only.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  [DECLINED]: 'This was not allowed.',
  INTERRUPTED: 'This was interrupted.',
  TIMEOUT: 'The page did not answer in time.',
  TOO_LARGE: 'The result was too large.',
};
const FAILED = 'This did not work.';

/** A call of a tool begins; `tool` is undefined for one that the model has made up. */
export function toolBegin(call: ToolCall, tool: Tool | undefined, input: JsonObject): ToolBegin {
  return {
    type: 'toolBegin',
    data: { callId: call.id, name: call.name, ...(tool?.title !== undefined && { title: tool.title }), input },
  };
}

/** A call of a tool is over. */
export function toolEnd(
  call: ToolCall,
  tool: Tool | undefined,
  result: Exclude<ToolResult, { type: 'pending' }>,
  durationMs: number,
): ToolEnd {
  const common = { callId: call.id, durationMs };
  // Its handler ended the reply; nothing was done.
  if (result.type === 'abort')
    return { type: 'toolEnd', data: { ...common, state: 'failed', error: SENTENCES['INTERRUPTED'] } };
  if (result.type === 'value')
    return {
      type: 'toolEnd',
      data: {
        ...common,
        state: result.hasFailed === true ? 'failed' : 'done',
        output: result.value,
        ...(result.hasFailed === true && { error: FAILED }),
      },
    };
  const { code, message } = result;
  const state = tool?.isExternal === true && code === DECLINED ? 'refused' : 'failed';
  return {
    type: 'toolEnd',
    data: {
      ...common,
      state,
      output: { error: { code, message } },
      error: (Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : undefined) ?? FAILED,
    },
  };
}
