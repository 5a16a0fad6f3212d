import { createHash } from 'node:crypto';
import { cutText } from '@sotto/widget-core/internal/server';
import type { ToolDefinition } from '../chatModel';

/** Most refusals that are remembered; the oldest is forgotten first. */
const REFUSALS_MAX = 1_000;
/** Longest reason, in characters. */
const REASON_MAX_LENGTH = 300;

type Definition = Pick<ToolDefinition, 'name' | 'parameters'>;

/** Tools that models have refused since the server started, with the reasons. A changed definition is another tool. */
export interface RefusedTools {
  note(model: string, tool: Definition, reason: string): void;
  isRefused(model: string, tool: Definition): boolean;
  /** Why a model refuses this tool; undefined: none does. */
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

/** Places in requests as endpoints name them: OpenAI, Gemini, Bedrock and Anthropic. */
const PLACES = [/function_?declarations[[.](\d+)/i, /\btools[[.](\d+)/i];

/**
 * The one tool that a refusal is about: by its name in quotation marks or after the word "function" or "tool", or by
 * its place in the request.
 *
 * @param body - the response of the endpoint
 * @param names - the tools in the order of the request, as the endpoint knows them
 * @returns its index; undefined: the refusal is about no tool, or not clearly about one
 */
export function findRefusedTool(body: string, names: readonly string[]): number | undefined {
  if (!/tool|function|schema/i.test(body) || /tool_choice|tool choice/i.test(body)) return undefined;
  const named = names.flatMap((name, index) => (isNamed(name, body) ? [index] : []));
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const place = PLACES.map((pattern) => pattern.exec(body)?.[1]).find((found) => found !== undefined);
  return place !== undefined && Number(place) < names.length ? Number(place) : undefined;
}

/** Names on the wire have no special characters. */
function isNamed(name: string, body: string): boolean {
  return (
    new RegExp(`['"\`]${name}\\\\?['"\`]`).test(body) ||
    new RegExp(`\\b(?:function|tool)(?: name)?:? ${name}(?![\\w-])`, 'i').test(body)
  );
}

/** The sentence in an endpoint's refusal; the whole body where it has none. */
export function refusalSentence(body: string): string {
  const sentence = /"message"\s*:\s*"((?:[^"\\]|\\.)+)"/.exec(body)?.[1];
  return sentence === undefined ? body : sentence.replace(/\\(["\\/])/g, '$1').replace(/\\n/g, ' ');
}
