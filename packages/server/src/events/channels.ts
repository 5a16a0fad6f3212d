import { createId, type Clock, type JsonObject } from '@sotto/widget-core/api';

/** How long a message without a waiting turn is kept, in milliseconds (10 minutes). Contract 1.6. */
export const KEPT_MESSAGE_MS = 600_000;
/**
 * How long an unused channel is remembered, in milliseconds (24 hours), to distinguish a late publish from an unknown
 * channel.
 */
export const CHANNEL_KEPT_MS = 86_400_000;

/** Result of publishing a message. */
export type PublishOutcome = 'taken' | 'kept' | 'unknown' | 'conflict';

/**
 * Channels on which turns wait for messages from the browser or from a caller's own backend. Every channel belongs to
 * one conversation.
 */
export interface Channels {
  /** A new channel of this conversation. */
  open(conversationId: string): Promise<string>;
  /** Registers a caller's own channel. @returns false if it belongs to another conversation */
  claim(channel: string, conversationId: string): Promise<boolean>;
  /** The conversation of a channel; undefined if it is unknown. */
  conversationOf(channel: string): Promise<string | undefined>;
  /**
   * The next published message, or one stored before; undefined after `timeoutMs`. Rejects when the signal is
   * aborted.
   */
  wait(channel: string, timeoutMs: number, signal: AbortSignal): Promise<JsonObject | undefined>;
  /**
   * Passes a message to the waiting turn, or stores it for ten minutes. A channel of another conversation is
   * `unknown`; a second message for one wait is a `conflict`.
   */
  publish(channel: string, conversationId: string, message: JsonObject): Promise<PublishOutcome>;
}

interface Channel {
  readonly conversationId: string;
  usedAt: number;
  receive?: ((message: JsonObject) => void) | undefined;
  kept?: { readonly message: JsonObject; readonly until: number } | undefined;
  isAnswered: boolean;
}

/** Channels within a single process. */
export function createChannels(clock: Clock): Channels {
  const channels = new Map<string, Channel>();

  function find(id: string, conversationId: string): Channel | undefined {
    const channel = channels.get(id);
    if (!channel || channel.conversationId !== conversationId) return undefined;
    channel.usedAt = clock.now();
    return channel;
  }

  function add(id: string, conversationId: string): void {
    const now = clock.now();
    for (const [other, channel] of channels) {
      if (now - channel.usedAt < CHANNEL_KEPT_MS) break;
      if (!channel.receive) channels.delete(other);
    }
    channels.set(id, { conversationId, usedAt: now, isAnswered: false });
  }

  return {
    async open(conversationId) {
      const id = createId('ch', clock);
      add(id, conversationId);
      return id;
    },
    async claim(id, conversationId) {
      if (!channels.has(id)) add(id, conversationId);
      return channels.get(id)?.conversationId === conversationId;
    },
    conversationOf: async (id) => channels.get(id)?.conversationId,
    async wait(id, timeoutMs, signal) {
      const channel = channels.get(id);
      if (!channel) return undefined;
      const { kept } = channel;
      channel.kept = undefined;
      channel.isAnswered = kept !== undefined && kept.until > clock.now();
      return kept && channel.isAnswered ? kept.message : receive(clock, channel, timeoutMs, signal);
    },
    async publish(id, conversationId, message) {
      const channel = find(id, conversationId);
      if (!channel) return 'unknown';
      if (channel.receive) {
        channel.receive(message);
        return 'taken';
      }
      if (channel.isAnswered || (channel.kept && channel.kept.until > clock.now())) return 'conflict';
      channel.kept = { message, until: clock.now() + KEPT_MESSAGE_MS };
      return 'kept';
    },
  };
}

/** The next message of a channel, until the time limit or an abort. */
function receive(
  clock: Clock,
  channel: Channel,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const leave = (): void => {
      channel.receive = undefined;
      cancel();
      signal.removeEventListener('abort', onAbort);
    };
    const onAbort = (): void => {
      leave();
      reject(signal.reason as Error);
    };
    const cancel = clock.setTimer(() => {
      leave();
      resolve(undefined);
    }, timeoutMs);
    signal.addEventListener('abort', onAbort, { once: true });
    channel.receive = (message) => {
      leave();
      channel.isAnswered = true;
      resolve(message);
    };
  });
}
