import type { TrustedProxies } from '../lib/trustedProxies';
import type { Clock } from '@sotto/widget-core/api';
import { ApiError } from '../lib/apiError';
import { createArrivingFile, type ArrivingFile } from '../uploads/arrivingFile';
import type { AppContext, Bodies, BodyLimits } from './appEnv';
import { callerAddress } from './rateLimits';

/**
 * Limits per kind of body: total time `withinMs`, number of concurrent ones per process (`most`) and per address
 * (`fromOne`).
 */
const KINDS = {
  text: { withinMs: 30_000, most: 1_000, fromOne: 400 },
  file: { withinMs: 600_000, most: 1_000, fromOne: 100 },
} as const;
/** Maximum pause within a body, in milliseconds. */
const PAUSE_MS = 30_000;
/** Maximum time for any body, in milliseconds. */
export const LONGEST_BODY_MS = KINDS.file.withinMs;

interface Arrival {
  readonly kind: BodyLimits['kind'];
  readonly from: string;
  readonly body: ArrivingFile;
  readonly end: (error: ApiError) => void;
}

/** @param folder - for larger bodies while they arrive. @param trustedProxies - as for `callerAddress` */
export function createBodies(folder: string, clock: Clock, trustedProxies: TrustedProxies): Bodies {
  const arrivals = new Set<Arrival>();

  function makeRoom(kind: BodyLimits['kind'], from: string): void {
    const alike = [...arrivals].filter((arrival) => arrival.kind === kind);
    const { most, fromOne } = KINDS[kind];
    const own = alike.filter((arrival) => arrival.from === from);
    const crowd = own.length >= fromOne ? own : alike.length >= most ? largestGroup(alike) : [];
    crowd[0]?.end(
      new ApiError('SERVICE_UNAVAILABLE', 'Too many requests arrive at once. Please try again.', {
        retryAfterSeconds: 2,
      }),
    );
  }

  return {
    get heldBytes() {
      return [...arrivals].reduce((total, { body }) => total + body.heldBytes, 0);
    },
    async take(context, { kind, maxBytes, onSize }, use) {
      if (Number(context.req.header('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
      const from = callerAddress(context, trustedProxies);
      makeRoom(kind, from);
      const body = createArrivingFile(folder);
      const reader = context.req.raw.body?.getReader();
      const ended: { error?: ApiError } = {};
      const end = (error: ApiError): void => {
        ended.error ??= error;
        arrivals.delete(arrival);
        // Settles the pending read.
        void reader?.cancel().catch(() => undefined);
      };
      const arrival: Arrival = { kind, from, body, end };
      arrivals.add(arrival);
      const late = (): void => end(new ApiError('TIMEOUT', 'The body took too long to arrive'));
      const stopTimer = clock.setTimer(late, KINDS[kind].withinMs);
      // Without space on disk, the body is still read to its end: closing the connection in the middle would break
      // the sender's next request.
      const unstored: unknown[] = [];
      try {
        for (let size = 0; reader;) {
          const stopWaiting = clock.setTimer(late, PAUSE_MS);
          const next = await reader.read().finally(stopWaiting);
          if (ended.error) throw ended.error;
          if (next.done) break;
          const chunk: Uint8Array = next.value;
          size += chunk.byteLength;
          if (size > maxBytes) throw tooLarge(maxBytes);
          await onSize?.(size);
          if (unstored.length === 0) await body.add(chunk).catch((error: unknown) => void unstored.push(error));
        }
        if (unstored.length > 0) throw unstored[0];
        stopTimer();
        arrivals.delete(arrival);
        return await use(body);
      } catch (error) {
        await reader?.cancel().catch(() => undefined);
        throw error;
      } finally {
        stopTimer();
        arrivals.delete(arrival);
        await body.close();
      }
    },
  };
}

function largestGroup(arrivals: readonly Arrival[]): readonly Arrival[] {
  const groups = new Map<string, Arrival[]>();
  for (const arrival of arrivals) {
    const group = groups.get(arrival.from);
    if (group) group.push(arrival);
    else groups.set(arrival.from, [arrival]);
  }
  return [...groups.values()].reduce((largest, group) => (group.length > largest.length ? group : largest), []);
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError('CONTENT_TOO_LARGE', `The body is larger than ${String(maxBytes)} bytes`);
}

/** A text body in memory. @throws ApiError like `Bodies.take` */
export function readBody(context: AppContext, maxBytes: number): Promise<Uint8Array> {
  return context.get('bodies').take(context, { kind: 'text', maxBytes }, (body) => body.read());
}
