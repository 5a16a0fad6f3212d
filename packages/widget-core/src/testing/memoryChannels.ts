import type { TabChannel } from '../lib/environment';

/** BroadcastChannel between the tabs of one test. */
export interface MemoryChannels {
  open(name: string): TabChannel;
  /** Every message posted so far, as JSON. */
  readonly posted: string[];
  openCount(): number;
}

/** Messages are cloned and arrive a moment later, in order, in every other tab. */
export function createMemoryChannels(): MemoryChannels {
  const lines = new Set<{ readonly name: string; readonly listeners: Set<(message: unknown) => void> }>();
  const posted: string[] = [];
  return {
    posted,
    openCount: () => lines.size,
    open(name) {
      const own = { name, listeners: new Set<(message: unknown) => void>() };
      lines.add(own);
      return {
        post(message) {
          if (!lines.has(own)) return;
          const copy = structuredClone(message);
          posted.push(JSON.stringify(message));
          for (const line of lines) {
            if (line === own || line.name !== name) continue;
            queueMicrotask(() => {
              for (const listener of line.listeners) listener(copy);
            });
          }
        },
        onMessage(listener) {
          own.listeners.add(listener);
          return () => {
            own.listeners.delete(listener);
          };
        },
        close() {
          lines.delete(own);
        },
      };
    },
  };
}
