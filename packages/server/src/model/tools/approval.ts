import type { Json, JsonObject } from '@sotto/widget-core/api';
import { CONFIRMED_FUNCTION_TIMEOUT_MS, type TurnChannels } from './clientFunctions';
import type { Tool, ToolContext, ToolEvent, ToolResult } from './tool';

/** What became of the question whether a tool may run. */
export type ApprovalAnswer = 'approved' | 'refused' | 'unanswered' | 'unreachable';

/** The audit entry of a tool that changes something: never its input or output. */
export interface ApprovalNote {
  readonly type: 'ask' | 'answer' | 'call';
  readonly callId: string;
  readonly tool: string;
  /** Of an answer: what it was. */
  readonly outcome?: ApprovalAnswer | undefined;
}

/** The question for the visitor, and its channel. */
export interface ApprovalOptions {
  readonly channels: TurnChannels;
  /** False if the caller reads no stream: then approval is impossible, and nothing is called. */
  readonly canWait: boolean;
  /** Waited for: what cannot be noted is not done. */
  readonly note: (note: ApprovalNote) => Promise<void>;
}

/** How a tool that acts is shown to the visitor. */
export interface ActingTool {
  /** What people call it. */
  readonly label: string;
  /** The question in the owner's words, with arguments as `{{name}}`; empty: a plain one. */
  readonly confirm?: string;
  /** False: its owner has chosen that it runs without approval. */
  readonly needsApproval: boolean;
}

/** What the model reads when a call was not approved. */
const NOT_APPROVED: Readonly<Record<Exclude<ApprovalAnswer, 'approved'>, { code: string; message: string }>> = {
  refused: { code: 'DECLINED', message: 'The visitor declined. Nothing was done. Do not call it again unasked.' },
  unanswered: { code: 'TIMEOUT', message: 'The visitor did not say whether this may be done. Nothing was done.' },
  unreachable: {
    code: 'NO_APPROVAL',
    message: 'This needs the visitor’s word, and the visitor cannot be asked here. Nothing was done.',
  },
};

/**
 * Requires the visitor's approval for a tool. The arguments that are shown are those that it then runs with: they have
 * been checked against its schema before.
 */
export function withApproval(tool: Tool, acting: ActingTool, options: ApprovalOptions): Tool {
  const note = (type: ApprovalNote['type'], callId: string, outcome?: ApprovalNote['outcome']): Promise<void> =>
    options.note({ type, callId, tool: tool.name, ...(outcome !== undefined && { outcome }) });

  async function* call(args: JsonObject, context: ToolContext): AsyncGenerator<ToolEvent, ToolResult> {
    await note('call', context.callId);
    return yield* tool.run(args, context);
  }

  return {
    ...tool,
    isExternal: acting.needsApproval,
    async *run(args, context) {
      const refusal = tool.refuses?.(args);
      if (refusal !== undefined) return { type: 'error', code: 'BAD_REQUEST', message: refusal };
      if (!acting.needsApproval) return yield* call(args, context);
      const answer = yield* ask(args, acting, context, options, note);
      if (answer === 'stopped') return { type: 'abort' };
      if (answer !== 'approved') return { type: 'error', ...NOT_APPROVED[answer] };
      return yield* call(args, context);
    },
  };
}

/** What the model reads when a tool without approval is called in a check. */
const NOT_IN_CHECKS = { code: 'CHECK', message: 'This is a check of this assistant, so nothing was done.' };

/**
 * A tool that changes something, in a check: it never runs. A call that needs approval is answered as if the visitor had
 * declined.
 */
export function withoutActing(tool: Tool, { needsApproval }: ActingTool): Tool {
  return {
    ...tool,
    async *run(args) {
      yield* [] as ToolEvent[];
      const refusal = tool.refuses?.(args);
      if (typeof refusal === 'string') return { type: 'error', code: 'BAD_REQUEST', message: refusal };
      return { type: 'error', ...(needsApproval ? NOT_APPROVED.refused : NOT_IN_CHECKS) };
    },
  };
}

async function* ask(
  args: JsonObject,
  { label, confirm = '' }: ActingTool,
  { callId, signal }: ToolContext,
  { channels, canWait }: ApprovalOptions,
  note: (type: ApprovalNote['type'], callId: string, outcome?: ApprovalNote['outcome']) => Promise<void>,
): AsyncGenerator<ToolEvent, ApprovalAnswer | 'stopped'> {
  await note('ask', callId);
  if (!canWait) {
    await note('answer', callId, 'unreachable');
    return 'unreachable';
  }
  const channel = await channels.open();
  yield {
    type: 'waitForChannelMessageBegin',
    data: {
      channel,
      function: { name: label, args },
      callId,
      timeoutMs: CONFIRMED_FUNCTION_TIMEOUT_MS,
      confirm: confirm === '' ? true : toQuestion(confirm, args),
      isApproval: true,
    },
  };
  let answer: ApprovalAnswer = 'unanswered';
  let isStopped = false;
  try {
    const message = await channels.wait(channel, CONFIRMED_FUNCTION_TIMEOUT_MS, signal);
    isStopped = message?.['abort'] === true;
    // Nothing but this one answer is a yes. A page that does not know the question answers with an error.
    if (message !== undefined) answer = message['approved'] === true ? 'approved' : 'refused';
  } finally {
    await note('answer', callId, answer);
  }
  yield { type: 'waitForChannelMessageEnd', data: { channel, callId, ok: answer === 'approved' } };
  return isStopped ? 'stopped' : answer;
}

/**
 * The owner's question in the form of a page's functions, `{name}`, which the widget fills from the same arguments. What
 * is neither text nor number it does not fill in, so that is done here.
 */
function toQuestion(confirm: string, args: JsonObject): string {
  return confirm.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value: Json | undefined = Object.hasOwn(args, name) ? args[name] : undefined;
    if (typeof value === 'string' || typeof value === 'number') return `{${name}}`;
    return value === undefined || value === null ? '–' : JSON.stringify(value);
  });
}
