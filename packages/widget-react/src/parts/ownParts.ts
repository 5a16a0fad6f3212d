import type { ComponentType } from 'react';
import type { Json, JsonObject } from '@sotto/widget-core';
import type { ToolState } from '@sotto/widget-core/api';

/** Props of a component for a tool. */
export interface ToolPartProps {
  readonly name: string;
  /** The call's id from the model. */
  readonly callId: string;
  /** The owner's title of the tool. */
  readonly title: string | undefined;
  readonly state: ToolState;
  /** Arguments. Undefined if the server does not share them with visitors. */
  readonly input: Json | undefined;
  /** Result. Undefined until it is done, and if the server does not share it with visitors. */
  readonly output: Json | undefined;
  /** Why it failed or was refused. */
  readonly error: string | undefined;
  /** Whether the reply is still streaming. */
  readonly isLive: boolean;
  /**
   * Passes the result to the model. Defined only while a function without a `handler` waits for it; the first answer
   * counts.
   */
  readonly answer: ((output: Json) => void) | undefined;
}

/** Props of a component for data. */
export interface DataPartProps {
  readonly name: string;
  /** The last value of this name. Validate it: it is passed on unchanged from your backend. */
  readonly value: Json;
  /** The message it belongs to. */
  readonly messageId: string;
}

/** Components for tools and data of your backend, instead of the widget's rendering. */
export interface OwnParts {
  /** By name of the tool or function. Rendered regardless of `verbose`. */
  readonly tool?: Readonly<Record<string, ComponentType<ToolPartProps>>> | undefined;
  /** By name of the data, as in `message.meta.data`. Rendered below the text. */
  readonly data?: Readonly<Record<string, ComponentType<DataPartProps>>> | undefined;
}

/** The component of a name, ignoring members inherited from `Object`. */
export function ownPart<Props>(
  parts: Readonly<Record<string, ComponentType<Props>>> | undefined,
  name: string,
): ComponentType<Props> | undefined {
  return parts && Object.hasOwn(parts, name) ? parts[name] : undefined;
}

/** Data of a message by name. */
export function dataOf(meta: JsonObject | null | undefined): JsonObject | undefined {
  const data = meta?.['data'];
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? data : undefined;
}
