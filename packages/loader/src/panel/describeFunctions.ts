import type { HostFunctions } from '@sotto/widget-core/internal/protocol';
import type { Functions } from '../types';

/** The functions as the frame may know them: without handlers, which stay in the page. */
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
