import type { Json, JsonObject } from '@sotto/widget-core/api';

/** Whether a value is an object with members. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
