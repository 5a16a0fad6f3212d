import * as v from 'valibot';
import type { TabChannel, Unsubscribe } from '../lib/environment';

/** Message channel between the tabs of one conversation, independent of the message type. */
export interface TabSync<Message> {
  /** Posts to the other tabs, not to this one. */
  readonly post: (message: Message) => void;
  /** Stops receiving and posting until `resume`: an open channel would keep the page out of the back/forward cache. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly close: () => void;
}

/** Options of `createTabSync`. */
export interface TabSyncOptions<Schema extends v.GenericSchema> {
  /** Undefined if there are no other tabs. */
  readonly open: () => TabChannel | undefined;
  /** Id of this tab. */
  readonly tabId: string;
  /** Schema of incoming messages. */
  readonly schema: Schema;
  readonly onMessage: (message: v.InferOutput<Schema>) => void;
}

/** Exchanges validated messages with other tabs [W-30] (contract 5.5): `{ v: 1, from, message }`. */
export function createTabSync<Schema extends v.GenericSchema>({
  open,
  tabId,
  schema,
  onMessage,
}: TabSyncOptions<Schema>): TabSync<v.InferInput<Schema>> {
  const envelopeSchema = v.object({ v: v.literal(1), from: v.string(), message: schema });
  let channel: TabChannel | undefined;
  let unsubscribe: Unsubscribe | undefined;

  function resume(): void {
    if (channel) return;
    channel = open();
    unsubscribe = channel?.onMessage((data) => {
      const envelope = v.safeParse(envelopeSchema, data);
      if (envelope.success && envelope.output.from !== tabId) onMessage(envelope.output.message);
    });
  }
  function pause(): void {
    unsubscribe?.();
    channel?.close();
    channel = undefined;
  }
  resume();

  return {
    post(message) {
      channel?.post({ v: 1, from: tabId, message });
    },
    pause,
    resume,
    close: pause,
  };
}
