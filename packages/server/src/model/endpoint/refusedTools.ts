import { createHash } from 'node:crypto';
import { cutText } from '@sotto/widget-core/internal/server';
import type { ToolDefinition } from '../chatModel';

/** Maximum number of remembered refusals; the oldest is dropped first. */
const REFUSALS_MAX = 1_000;
/** Maximum length of a reason, in characters. */
const REASON_MAX_LENGTH = 300;

type Definition = Pick<ToolDefinition, 'name' | 'parameters'>;

/** Tools refused by models since the server started, with reasons. A changed definition is another tool. */
export interface RefusedTools {
  note(model: string, tool: Definition, reason: string): void;
  isRefused(model: string, tool: Definition): boolean;
  /** Why a model refuses this tool; undefined if none does. */
  reasonFor(tool: Definition): string | undefined;
}

export function createRefusedTools(): RefusedTools {
  const refusals = new Map<string, { models: Set<string>; reason: string }>();
  return {
    note(model, tool, reason) {
      const key = keyOf(tool);
      const models = refusals.get(key)?.models ?? new Set();
      refusals.delete(key);
      refusals.set(key, { models: models.add(model), reason: cutText(reason, REASON_MAX_LENGTH) });
      const [oldest = ''] = refusals.keys();
      if (refusals.size > REFUSALS_MAX) refusals.delete(oldest);
    },
    isRefused: (model, tool) => refusals.size > 0 && refusals.get(keyOf(tool))?.models.has(model) === true,
    reasonFor: (tool) => (refusals.size > 0 ? refusals.get(keyOf(tool))?.reason : undefined),
  };
}

function keyOf({ name, parameters }: Definition): string {
  return createHash('sha256')
    .update(JSON.stringify([name, parameters]))
    .digest('base64url');
}

/** Paths in requests, in the notation of OpenAI, Gemini, Bedrock and Anthropic. */
const PLACES = [/function_?declarations[[.](\d+)/i, /\btools[[.](\d+)/i];

/**
 * The tool that caused an error: by its name in quotation marks or after the word "function" or "tool", or by its
 * path in the request.
 *
 * @param body - response of the endpoint
 * @param names - tools in the order of the request, with their names there
 * @returns its index; undefined if no tool, or none clearly, caused it
 */
export function findRefusedTool(body: string, names: readonly string[]): number | undefined {
  if (!/tool|function|schema/i.test(body) || /tool_choice|tool choice/i.test(body)) return undefined;
  const named = names.flatMap((name, index) => (isNamed(name, body) ? [index] : []));
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const place = PLACES.map((pattern) => pattern.exec(body)?.[1]).find((found) => found !== undefined);
  return place !== undefined && Number(place) < names.length ? Number(place) : undefined;
}

/** Names in requests have no special characters. */
function isNamed(name: string, body: string): boolean {
  return (
    new RegExp(`['"\`]${name}\\\\?['"\`]`).test(body) ||
    new RegExp(`\\b(?:function|tool)(?: name)?:? ${name}(?![\\w-])`, 'i').test(body)
  );
}

/** The message in an endpoint's error; the whole body if there is none. */
export function refusalSentence(body: string): string {
  const sentence = /"message"\s*:\s*"((?:[^"\\]|\\.)+)"/.exec(body)?.[1];
  return sentence === undefined ? body : sentence.replace(/\\(["\\/])/g, '$1').replace(/\\n/g, ' ');
}
