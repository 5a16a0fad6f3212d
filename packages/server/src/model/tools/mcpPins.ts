import { createHash } from 'node:crypto';
import type { McpTool, ToolEffect } from '@sotto/hub-api';
import type { JsonObject } from '@sotto/widget-core/api';
import type { PinnedApp, PinnedTool } from '../../db/schema';
import type { ToolCaller } from './mcpApps';
import { sortedJson } from '../../lib/sortedJson';

/** A tool as listed by a server. */
export interface ListedTool {
  readonly name: string;
  /** The protocol's title, for people. */
  readonly title: string | undefined;
  readonly description: string;
  readonly parameters: JsonObject;
  /** The `readOnlyHint` of its annotations. */
  readonly isReadOnly: boolean;
  readonly app: PinnedApp | undefined;
  readonly callers: readonly ToolCaller[];
}

/** The tools that their owner has accepted, by name. */
export type Pins = Readonly<Record<string, PinnedTool>>;

/**
 * A digest of everything that a model or a visitor sees of a tool, and of its effect: SHA-256 of JSON with sorted
 * keys.
 */
export function digestOf({
  title,
  description,
  parameters,
  isReadOnly,
  app,
  callers = BOTH,
}: Omit<ListedTool, 'name'> | PinnedTool): string {
  const parts = [title ?? null, description, parameters, isReadOnly, app?.uri ?? null, app?.digest ?? null];
  return createHash('sha256')
    .update(JSON.stringify(sortedJson([...parts, ...callers])))
    .digest('base64url');
}

/** The default of who may call a tool. */
const BOTH: readonly ToolCaller[] = ['model', 'app'];

/**
 * The stored form of an accepted tool. If the owner has switched off the question, this remains only for the
 * unchanged tool; an app remains visible if its owner accepts its current version.
 *
 * @param former - what was accepted before
 */
export function toPin(
  { title, description, parameters, isReadOnly, app, callers }: ListedTool,
  former?: PinnedTool,
): PinnedTool {
  return {
    ...(title !== undefined && { title }),
    description,
    parameters,
    isReadOnly,
    ...(app && { app, ...(former?.app && former.showsApp === true && { showsApp: true }) }),
    ...(callers.length < BOTH.length && { callers }),
  };
}

/** The pins of a whole list. */
export function toPins(tools: readonly ListedTool[]): Record<string, PinnedTool> {
  return Object.fromEntries(tools.map((tool) => [tool.name, toPin(tool)]));
}

/** Whether this tool requires the visitor's approval. */
export function asksFirst({ needsApproval, isReadOnly }: PinnedTool): boolean {
  return needsApproval ?? !isReadOnly;
}

/** Whether a tool is as accepted. An app that cannot be read at the moment counts as unchanged and is not shown. */
export function isAccepted(tool: ListedTool, pins: Pins): boolean {
  const pin = pinOf(tool.name, pins);
  const listed = tool.app?.digest === '' && tool.app.uri === pin?.app?.uri ? { ...tool, app: pin.app } : tool;
  return pin !== undefined && digestOf(pin) === digestOf(listed);
}

/** The app that visitors see: accepted, switched on by the owner, and available. */
export function shownApp(tool: ListedTool, pin: PinnedTool): PinnedApp | undefined {
  return pin.showsApp === true && tool.app !== undefined && tool.app.digest !== '' ? tool.app : undefined;
}

/** Whether the model or an app may call a tool. */
export function mayCall({ callers = BOTH }: Pick<PinnedTool, 'callers'>, caller: ToolCaller): boolean {
  return callers.includes(caller);
}

/** The pin of a tool. Inherited names such as `constructor` have none. */
export function pinOf(name: string, pins: Pins): PinnedTool | undefined {
  return Object.hasOwn(pins, name) ? pins[name] : undefined;
}

/** Compares the current list of a server with what was accepted. */
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
      showsApp: isSame && pin?.showsApp === true,
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
      showsApp: false,
    })),
  ];
}

function shown({ title, description, parameters, isReadOnly, app }: PinnedTool | ListedTool): {
  title?: string;
  description: string;
  parameters: JsonObject;
  effect: ToolEffect;
  app?: NonNullable<McpTool['app']>;
} {
  return {
    ...(title !== undefined && { title }),
    description,
    parameters,
    effect: isReadOnly ? 'read' : 'act',
    ...(app && { app: { uri: app.uri, digest: app.digest, origins: originsOf(app) } }),
  };
}

function originsOf({ policy: { connect, resources, frames, base } }: PinnedApp): string[] {
  return [...new Set([...connect, ...resources, ...frames, ...base])];
}
