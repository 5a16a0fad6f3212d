import * as events from './frameEvents';
import * as messages from './messages';
import type { FrameEvents, FrameToHost, HostToFrame } from './payloads';

/** Everything a host page may say to the frame (contract 2.4). */
export const hostToFrame: HostToFrame = messages.hostToFrame;

/** Everything the frame may say to its host page (contract 2.5). */
export const frameToHost: FrameToHost = messages.frameToHost;

/** Everything that a widget tells, one line each: the message of the frame, the event of the element, the payload. */
export const frameEvents: FrameEvents = events.frameEvents;
