import type { Message } from '../api/message';
import { PAYLOAD_MAX_BYTES, PAYLOAD_MAX_NODES } from '../protocol/payloadLimits';

/** Weight of the surrounding array and object, in bytes and values. */
const WRAPPING = { bytes: 64, nodes: 8 };

interface Weight {
  readonly bytes: number;
  readonly nodes: number;
}

/**
 * Selects the part of a long conversation that a host page receives: the newest messages that fit into one payload
 * (contract 2.2), in order.
 *
 * Weights are cached, because this runs for every delta of a reply while only one message changes.
 *
 * @returns all messages if they fit; otherwise without oversized ones and everything before them
 */
export function createNewestMessages(): (messages: readonly Message[]) => Message[] {
  const weights = new WeakMap<Message, Weight>();
  const weighOnce = (message: Message): Weight => {
    const weight = weights.get(message) ?? weigh(message);
    weights.set(message, weight);
    return weight;
  };
  return (messages) => {
    let { bytes, nodes } = WRAPPING;
    let start = messages.length;
    for (const message of messages.toReversed()) {
      const weight = weighOnce(message);
      // An array item adds the length of its index and 4, as the limits count.
      bytes += weight.bytes + String(start).length + 4;
      nodes += weight.nodes;
      if (bytes > PAYLOAD_MAX_BYTES || nodes > PAYLOAD_MAX_NODES) break;
      start -= 1;
    }
    return messages.slice(start);
  };
}

/** Computes the weight in the same way as `payloadProblem`. Messages are shallow, plain data. */
function weigh(value: unknown): Weight {
  if (typeof value === 'string') return { bytes: new TextEncoder().encode(JSON.stringify(value)).length, nodes: 1 };
  if (typeof value !== 'object' || value === null) return { bytes: 4, nodes: 1 };
  let bytes = 0;
  let nodes = 1;
  for (const [key, entry] of Object.entries(value)) {
    const weight = weigh(entry);
    bytes += key.length + 4 + weight.bytes;
    nodes += weight.nodes;
  }
  return { bytes, nodes };
}
