import * as v from 'valibot';
import type { TabChannel, Unsubscribe } from '../lib/environment';

export interface TabSyncOptions<Schema extends v.GenericSchema> {
  /** Undefined if there are no other tabs. */
  readonly open: () => TabChannel | undefined;
  readonly tabId: string;
  readonly schema: Schema;
  readonly onMessage: (message: v.InferOutput<Schema>) => void;
}

/**
 * Message channel between the tabs of one conversation [W-30] (contract 5.5): `{ v: 1, from, message }`, validated and
 * independent of the message type.
 */
export function createTabSync<Schema extends v.GenericSchema>({
  open,
  tabId,
  schema,
  onMessage,
}: TabSyncOptions<Schema>) {
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
  /** Stops receiving and posting until `resume`: an open channel would keep the page out of the back/forward cache. */
  function pause(): void {
    unsubscribe?.();
    channel?.close();
    channel = undefined;
  }
  resume();

  return {
    /** Posts to the other tabs, not to this one. */
    post: (message: v.InferInput<Schema>): void => {
      channel?.post({ v: 1, from: tabId, message });
    },
    pause,
    resume,
  };
}
