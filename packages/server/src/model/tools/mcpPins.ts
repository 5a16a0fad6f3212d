import { createHash } from 'node:crypto';
import type { McpTool, ToolEffect } from '@sotto/hub-api';
import type { Json, JsonObject } from '@sotto/widget-core/api';
import type { PinnedTool } from '../../db/schema';

/** A tool as a server lists it. */
export interface ListedTool {
  readonly name: string;
  /** The protocol has it for people to read. */
  readonly title: string | undefined;
  readonly description: string;
  readonly parameters: JsonObject;
  /** `readOnlyHint` of its annotations. */
  readonly isReadOnly: boolean;
}

/** Tools as their owner has accepted them, by name. */
export type Pins = Readonly<Record<string, PinnedTool>>;

/** Everything that a model or a visitor is told of a tool, and whether it asks: SHA-256 over JSON with sorted keys. */
export function digestOf({
  title,
  description,
  parameters,
  isReadOnly,
}: Omit<ListedTool, 'name'> | PinnedTool): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted([title ?? null, description, parameters, isReadOnly])))
    .digest('base64url');
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

/** What is kept of a tool that its owner accepts. A question that the owner has switched off stays so only for the same tool. */
export function toPin({ title, description, parameters, isReadOnly }: ListedTool): PinnedTool {
  return { ...(title !== undefined && { title }), description, parameters, isReadOnly };
}

/** Pins of a whole list. */
export function toPins(tools: readonly ListedTool[]): Record<string, PinnedTool> {
  return Object.fromEntries(tools.map((tool) => [tool.name, toPin(tool)]));
}

/** Whether the visitor is asked before this tool runs. */
export function asksFirst({ needsApproval, isReadOnly }: PinnedTool): boolean {
  return needsApproval ?? !isReadOnly;
}

/** Whether a tool is what was accepted. */
export function isAccepted(tool: ListedTool, pins: Pins): boolean {
  const pin = pinOf(tool.name, pins);
  return pin !== undefined && digestOf(pin) === digestOf(tool);
}

/** The pin of a tool; a name such as `constructor` has none that was not set. */
export function pinOf(name: string, pins: Pins): PinnedTool | undefined {
  return Object.hasOwn(pins, name) ? pins[name] : undefined;
}

/** What a server lists beside what was accepted. */
export function compareTools(tools: readonly ListedTool[], pins: Pins): McpTool[] {
  const live = tools.map((tool): McpTool => {
    const pin = pinOf(tool.name, pins);
    const isSame = isAccepted(tool, pins);
    return {
      name: tool.name,
      ...shown(tool),
      state: pin === undefined ? 'new' : isSame ? 'accepted' : 'changed',
      digest: digestOf(tool),
      needsApproval: isSame && pin !== undefined ? asksFirst(pin) : !tool.isReadOnly,
      ...(pin !== undefined && !isSame && { accepted: shown(pin) }),
    };
  });
  const names = new Set(tools.map(({ name }) => name));
  const gone = Object.entries(pins).filter(([name]) => !names.has(name));
  return [
    ...live,
    ...gone.map(([name, pin]): McpTool => ({
      name,
      ...shown(pin),
      state: 'gone',
      digest: digestOf(pin),
      needsApproval: asksFirst(pin),
    })),
  ];
}

function shown({ title, description, parameters, isReadOnly }: PinnedTool | ListedTool): {
  title?: string;
  description: string;
  parameters: JsonObject;
  effect: ToolEffect;
} {
  return { ...(title !== undefined && { title }), description, parameters, effect: isReadOnly ? 'read' : 'act' };
}
