import type { ComponentType } from 'react';
import type { Json, JsonObject } from '@sotto/widget-core';
import type { ToolState } from '@sotto/widget-core/api';

/** Props of a component for a tool. */
export interface ToolPartProps {
  readonly name: string;
  /** The model's name of this call. */
  readonly callId: string;
  /** What the tool does, in the owner's words. */
  readonly title: string | undefined;
  readonly state: ToolState;
  /** What the model calls it with. Undefined where the server does not show it to visitors. */
  readonly input: Json | undefined;
  /** What came of it. Undefined before it is done, and where the server does not show it to visitors. */
  readonly output: Json | undefined;
  /** Why it failed or was refused. */
  readonly error: string | undefined;
  /** Whether the reply is still written. */
  readonly isLive: boolean;
  /**
   * Gives the model the result. Only there while the call of a function without a `handler` waits for it; the first
   * answer counts.
   */
  readonly answer: ((output: Json) => void) | undefined;
}

/** Props of a component for data. */
export interface DataPartProps {
  readonly name: string;
  /** The last value of this name. Check it: it comes from your backend as it is. */
  readonly value: Json;
  /** The message it belongs to. */
  readonly messageId: string;
}

/** Components for what your backend does, instead of what the widget shows of it. */
export interface OwnParts {
  /** By the name of the tool or function. They are drawn whether or not `verbose` is set. */
  readonly tool?: Readonly<Record<string, ComponentType<ToolPartProps>>> | undefined;
  /** By the name of the data, as in `message.meta.data`. Drawn below the text. */
  readonly data?: Readonly<Record<string, ComponentType<DataPartProps>>> | undefined;
}

/** The component of a name, unless it is only inherited from `Object`. */
export function ownPart<Props>(
  parts: Readonly<Record<string, ComponentType<Props>>> | undefined,
  name: string,
): ComponentType<Props> | undefined {
  return parts && Object.hasOwn(parts, name) ? parts[name] : undefined;
}

/** The data of a message by name. */
export function dataOf(meta: JsonObject | null | undefined): JsonObject | undefined {
  const data = meta?.['data'];
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? data : undefined;
}
