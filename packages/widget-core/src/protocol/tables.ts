import * as events from './frameEvents';
import * as messages from './messages';
import type { FrameEvents, FrameToHost, HostToFrame } from './payloads';

/** Every message of a host page to the frame (contract 2.4). */
export const hostToFrame: HostToFrame = messages.hostToFrame;

/** Every message of the frame to its host page (contract 2.5). */
export const frameToHost: FrameToHost = messages.frameToHost;

/** Every event of a widget, one line each: the message of the frame, the event of the element, the payload. */
export const frameEvents: FrameEvents = events.frameEvents;
