import * as v from 'valibot';
import { contactSchema } from '../api/requests';
import { jsonObjectSchema } from '../lib/json';
import { payloadProblem } from './payloadLimits';
import type { Hello, Init } from './payloads';
import { hostFunctionsSchema, hostMessageSchema, mediaSchema, pageSchema, settingsSchema } from './messages';

/*
 * The handshake between host page and frame.
 *
 * Requirements:
 *  1. Messages posted into an iframe before its script runs are lost, and `load` does not wait for scripts to run. So
 *     the frame sends the first message.
 *  2. The frame does not know its embedder. Its first message, hello, carries no data and may go to any parent; no
 *     other message is sent to '*'.
 *  3. Any window can post a hello. The host accepts it only from its own iframe's window at the frame's exact origin:
 *     an iframe that was navigated elsewhere has the same window but another origin.
 *  4. The port grants access. It is sent to the frame's exact origin, so that an iframe navigated between hello and
 *     init never receives it.
 *  5. The frame accepts an init only from its parent, at an allowed origin, with exactly one port. Only the first one
 *     counts, so that the connection cannot be replaced later.
 *  6. The host may start listening late, and a hello may be lost: hello is repeated until init arrives, first quickly,
 *     then slowly, for a limited time. The host may also be busy: simultaneous hellos of one frame are answered once,
 *     and an issued port stays open until the frame is ready on one.
 *  7. A frame that reloads or crashes sends hello again and gets a new port and the current state; a frame that does so
 *     too often is stopped.
 *
 * Steps:
 *  frame → parent   hello { min, max, build }                 at 0, 250, 1000, 3000 ms, then every 3 s, for 60 s
 *  host             checks source and origin, selects the version
 *  host → frame     init { v, instance, config, state, … } and one port, to the frame's origin
 *  frame            checks source, origin, port, version, shape; stops sending hello
 *  frame → host     onReady, on the port
 */

/** The version of the window protocol that this package implements: the major of `v2.js`. */
export const PROTOCOL_VERSION = 2;
/** Delays before the first repetitions of hello, in milliseconds. Contract 2.1. */
export const HELLO_AGAIN_MS: readonly number[] = [250, 1000, 3000];
/** Interval of further repetitions, in milliseconds. */
export const HELLO_INTERVAL_MS = 3000;
/** When the repetitions end, in milliseconds. */
export const HELLO_END_MS = 60_000;
/** How long a frame waits for an init before it continues in the raw form, in milliseconds. Contract 2.1. */
export const INIT_TIMEOUT_MS = 15_000;
/** How long a host waits for the first hello before it reports an error, in milliseconds. Contract 2.1. */
export const HELLO_TIMEOUT_MS = 8000;
/**
 * Maximum number of new hellos that a host answers within `HELLO_PERIOD_MS`; with more the frame counts as unstable.
 * Contract 2.1.
 */
export const HELLOS_PER_PERIOD = 3;
/** Period for `HELLOS_PER_PERIOD`, in milliseconds. */
export const HELLO_PERIOD_MS = 60_000;

/**
 * The frame's first message, with the protocol versions it supports. It carries no other data, so any parent may
 * receive it.
 */
export const helloSchema = v.object({
  ns: v.literal('sotto'),
  type: v.literal('hello'),
  min: v.number(),
  max: v.number(),
  build: v.string(),
});

/** The host's reply, sent with a port: the identity of this widget and its state before the frame was reloaded. */
export const initSchema = v.object({
  ns: v.literal('sotto'),
  type: v.literal('init'),
  v: v.number(),
  instance: v.string(),
  config: settingsSchema,
  state: v.object({
    open: v.boolean(),
    maximized: v.boolean(),
    messages: v.optional(v.array(hostMessageSchema)),
    functions: v.optional(hostFunctionsSchema),
    meta: v.optional(jsonObjectSchema),
    contact: v.optional(v.nullable(contactSchema)),
  }),
  media: mediaSchema,
  page: v.optional(pageSchema),
  /** Address of the host page, without query and fragment. */
  address: v.optional(v.string()),
  capabilities: v.array(v.string()),
});

/** The frame's first message, in the version that this package implements. */
export function writeHello(build: string): Hello {
  return { ns: 'sotto', type: 'hello', min: PROTOCOL_VERSION, max: PROTOCOL_VERSION, build };
}

/**
 * Reads a hello from a window message, if it comes from the expected window and origin.
 *
 * Checks source, then origin (full comparison, never prefix or suffix), then shape.
 */
export function readHello(
  event: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  frame: { window: Window | null; origin: string },
): Hello | undefined {
  if (!frame.window || event.source !== frame.window || event.origin !== frame.origin) return undefined;
  const hello = v.safeParse(helloSchema, event.data);
  return hello.success ? hello.output : undefined;
}

/** Reads an init and its port from a window message, if it comes from the parent, is complete and has our version. */
export function readInit(
  event: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data' | 'ports'>,
  host: { window: Window; isAllowedOrigin: (origin: string) => boolean },
): { init: Init; port: MessagePort } | undefined {
  if (event.source !== host.window || !host.isAllowedOrigin(event.origin)) return undefined;
  const [port, ...others] = event.ports;
  if (!port || others.length > 0) return undefined;
  if (payloadProblem(event.data)) return undefined;
  const init = v.safeParse(initSchema, event.data);
  return init.success && init.output.v === PROTOCOL_VERSION ? { init: init.output, port } : undefined;
}

/** Whether both sides support a common version. Protocol 2 is the only one so far. */
export function speaksOurVersion(hello: Hello): boolean {
  return hello.min <= PROTOCOL_VERSION && hello.max >= PROTOCOL_VERSION;
}
