import { delay, systemClock, type Clock, type JsonObject, type Reference } from '@sotto/widget-core/api';
import type { ChatModel, ModelEvent, ModelRequest } from '../model/chatModel';

/** One thing that a scripted model does. */
export type ScriptStep =
  /** Says a text, in pieces of `pieceLength` characters (@default all at once), `delayMs` apart. */
  | { readonly text: string; readonly pieceLength?: number; readonly delayMs?: number }
  | { readonly reasoning: string }
  /** Takes back what it has written: it was reasoning. */
  | { readonly takeBack: true }
  | { readonly references: readonly Reference[] }
  /** Calls a tool. */
  | { readonly call: string; readonly args?: JsonObject; readonly callId?: string }
  /** Waits until the test lets it go on. */
  | { readonly until: Promise<unknown> }
  /** Fails. */
  | { readonly fail: Error }
  /** Gives another reason for its end. */
  | { readonly end: 'length' }
  /** Says nothing more until it is stopped. */
  | { readonly hang: true };

/** A model that says what a test tells it. */
export interface ScriptedModel extends ChatModel {
  /** Everything it was asked, in order. */
  readonly requests: readonly ModelRequest[];
  /** How many calls are being answered at this moment. */
  readonly openCalls: number;
  /** How many calls were stopped before their end. */
  readonly stoppedCalls: number;
  /** What it does at its next call that has no script yet; several scripts queue up. */
  next(...steps: ScriptStep[]): void;
}

/** What the model does when no script is waiting. */
export type DefaultScript = (request: ModelRequest) => readonly ScriptStep[];

/**
 * Makes a scripted model. @param otherwise - answers calls without a script; by default it repeats the last user
 * message
 */
export function createScriptedModel(otherwise: DefaultScript = repeat, clock: Clock = systemClock): ScriptedModel {
  const scripts: (readonly ScriptStep[])[] = [];
  const requests: ModelRequest[] = [];
  const counts = { open: 0, stopped: 0 };

  return {
    name: 'scripted',
    requests,
    get openCalls() {
      return counts.open;
    },
    get stoppedCalls() {
      return counts.stopped;
    },
    next(...steps) {
      scripts.push(steps);
    },
    async *reply(request, signal) {
      requests.push(request);
      counts.open += 1;
      let hasCalled = false;
      let isCut = false;
      try {
        for (const step of scripts.shift() ?? otherwise(request)) {
          signal.throwIfAborted();
          hasCalled ||= 'call' in step;
          isCut ||= 'end' in step;
          yield* play(step, clock, signal);
        }
        yield { type: 'usage', inputTokens: 10, outputTokens: 5 };
        yield { type: 'end', reason: isCut ? 'length' : hasCalled ? 'tool-calls' : 'stop' };
      } finally {
        counts.open -= 1;
        if (signal.aborted) counts.stopped += 1;
      }
    },
  };
}

async function* play(step: ScriptStep, clock: Clock, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  if ('text' in step) {
    for (const text of pieces(step.text, step.pieceLength ?? step.text.length)) {
      if (step.delayMs !== undefined) await delay(clock, step.delayMs, signal);
      signal.throwIfAborted();
      yield { type: 'text', text };
    }
  } else if ('reasoning' in step) yield { type: 'reasoning', text: step.reasoning };
  else if ('takeBack' in step) yield { type: 'take-back' };
  else if ('references' in step) yield { type: 'references', references: step.references };
  else if ('call' in step)
    yield {
      type: 'tool-call',
      call: { id: step.callId ?? 'call_1', name: step.call, arguments: JSON.stringify(step.args ?? {}) },
    };
  else if ('fail' in step) throw step.fail;
  else if (!('end' in step)) await orStopped('until' in step ? step.until : new Promise(() => undefined), signal);
}

function orStopped(work: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort);
    });
  });
}

/** By code points, so that no piece ends inside an emoji. */
function pieces(text: string, length: number): string[] {
  const characters = Array.from(text);
  const list: string[] = [];
  for (let start = 0; start < characters.length; start += Math.max(1, length))
    list.push(characters.slice(start, start + Math.max(1, length)).join(''));
  return list;
}

function repeat(request: ModelRequest): ScriptStep[] {
  const last = request.messages.findLast((message) => message.role === 'user');
  return [{ text: `You said: ${last?.text ?? 'nothing'}`, pieceLength: 4 }];
}
