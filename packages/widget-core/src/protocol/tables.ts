import * as events from './frameEvents';
import * as messages from './messages';
import type { FrameEvents, FrameToHost, HostToFrame } from './payloads';

/** The messages of a host page to the frame (contract 2.4). */
export const hostToFrame: HostToFrame = messages.hostToFrame;

/** The messages of the frame to its host page (contract 2.5). */
export const frameToHost: FrameToHost = messages.frameToHost;

/** The events of a widget, one per row: message of the frame, event of the element, payload. */
export const frameEvents: FrameEvents = events.frameEvents;
