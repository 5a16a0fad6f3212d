import * as v from 'valibot';
import { contactSchema } from '../api/requests';
import { jsonObjectSchema } from '../lib/json';
import { payloadProblem } from './payloadLimits';
import type { Hello, Init } from './payloads';
import { hostFunctionsSchema, hostMessageSchema, mediaSchema, pageSchema, settingsSchema } from './messages';

/*
 * How a host page and the frame find each other.
 *
 * What it has to get right:
 *  1. Whatever is posted into an iframe before its script runs is lost, and `load` does not wait for scripts to run. So the
 * frame sends the first message.
 *  2. The frame does not know who embeds it. Its first word, hello, may therefore go to any parent, because it carries
 * nothing; no other message ever goes to '*'.
 *  3. A hello can be posted by any window. The host believes it only from its own iframe's window at the frame's exact
 * origin: an iframe that has been
 *     navigated elsewhere has the same window and another origin.
 *  4. The port is a key. It goes to the frame's exact origin, so an iframe that was navigated between hello and init
 * never gets it.
 *  5. The frame believes an init from its parent only, at an allowed origin, with exactly one port; the first one
 * counts, so that nobody can replace the connection later.
 *  6. The host may start to listen late, and a hello may be lost: hello is repeated until init comes, quickly at first,
 * then slowly, and not for ever.
 *     The host may also be busy: several hellos of one frame that come together are answered once, and a port that was
 * given stays open until the frame is ready on one.
 *  7. A frame that reloads or crashes sends hello again. It gets a new port and the present state; one that does so all
 * the time is stopped.
 *
 * The steps:
 *  frame → parent   hello { min, max, build }                 at 0, 250, 1000, 3000 ms, then every 3 s, for 60 s
 *  host             checks source and origin, picks the version
 *  host → frame     init { v, instance, config, state, … } and one port, to the frame's origin
 *  frame            checks source, origin, port, version, shape; stops saying hello
 *  frame → host     onReady, on the port
 */

/** The version of the window protocol that this package implements: the major of `v2.js`. */
export const PROTOCOL_VERSION = 2;
/** When hello is repeated after the first time, in milliseconds. Contract 2.1. */
export const HELLO_AGAIN_MS: readonly number[] = [250, 1000, 3000];
/** Then this often, in milliseconds. */
export const HELLO_INTERVAL_MS = 3000;
/** And not after this, in milliseconds. */
export const HELLO_END_MS = 60_000;
/** How long a frame that expects an init waits before it goes on in the raw form, in milliseconds. Contract 2.1. */
export const INIT_TIMEOUT_MS = 15_000;
/** How long a host waits for the first hello before it reports an error, in milliseconds. Contract 2.1. */
export const HELLO_TIMEOUT_MS = 8000;
/** How many new hellos a host answers within `HELLO_PERIOD_MS` before it calls the frame unstable. Contract 2.1. */
export const HELLOS_PER_PERIOD = 3;
/** In milliseconds. */
export const HELLO_PERIOD_MS = 60_000;

/**
 * The frame's first message: it listens, and supports these versions. It carries nothing else, so it may go to any parent.
 */
export const helloSchema = v.object({
  ns: v.literal('sotto'),
  type: v.literal('hello'),
  min: v.number(),
  max: v.number(),
  build: v.string(),
});

/** The host's answer, with a port: who this widget is and how it stood when the frame was last here. */
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
  capabilities: v.array(v.string()),
});

/** The frame's first message, in the version that this package implements. */
export function writeHello(build: string): Hello {
  return { ns: 'sotto', type: 'hello', min: PROTOCOL_VERSION, max: PROTOCOL_VERSION, build };
}

/**
 * The hello in a window message, when it comes from the one window at the one origin that this host believes.
 *
 * Suspicion in this order: source, origin (compared whole, never by beginning or end), then shape.
 */
export function readHello(
  event: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  frame: { window: Window | null; origin: string },
): Hello | undefined {
  if (!frame.window || event.source !== frame.window || event.origin !== frame.origin) return undefined;
  const hello = v.safeParse(helloSchema, event.data);
  return hello.success ? hello.output : undefined;
}

/** The init and its port in a window message, when it comes from the parent, is complete and has our version. */
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

/** Whether both sides know a version in common. Protocol 2 is the only one so far. */
export function speaksOurVersion(hello: Hello): boolean {
  return hello.min <= PROTOCOL_VERSION && hello.max >= PROTOCOL_VERSION;
}
