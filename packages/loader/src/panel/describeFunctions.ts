import type { HostFunctions } from '@sotto/widget-core/internal/protocol';
import type { Functions } from '../types';

/** Describes the page's functions for the frame, without their handlers, which stay in the page. */
export function describeFunctions(functions: Functions): HostFunctions {
  const described: Record<string, unknown> = {};
  for (const [name, definition] of Object.entries(functions)) {
    if (!definition) described[name] = null;
    else {
      const { description, title, parameters, result, confirm, timeoutMs } = definition;
      described[name] = { description, title, parameters, result, confirm, timeoutMs };
    }
  }
  return described as HostFunctions;
}
