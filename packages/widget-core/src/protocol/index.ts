export {
  createConnection,
  OPEN_REQUESTS_MAX,
  type Connection,
  type ConnectionOptions,
  type ConnectionProblem,
  type FrameConnection,
  type HostConnection,
} from './connection';
export { connectToHost, type ConnectToHostOptions, type HostLink } from './connectToHost';
export {
  createPortEndpoint,
  createWindowEndpoint,
  type Endpoint,
  type SendEnvelope,
  type WindowEndpoint,
  type WindowEndpointOptions,
} from './endpoints';
export type { Envelope } from './envelope';
export {
  HELLO_PERIOD_MS,
  HELLO_TIMEOUT_MS,
  HELLOS_PER_PERIOD,
  PROTOCOL_VERSION,
  readHello,
  speaksOurVersion,
  type Hello,
  type Init,
} from './handshake';
export { layerThemes, type LayeredTheme, type ThemeLayer } from './layerThemes';
export { frameEvents, type FrameEvent, type FrameEventName } from './frameEvents';
export {
  type Answer,
  type AnswerInput,
  type MessageMap,
  type NoteName,
  type Payload,
  type PayloadInput,
  type RequestName,
} from './messageMap';
export {
  frameToHost,
  hostToFrame,
  type FrameToHost,
  type HostFunctions,
  type HostMedia,
  type HostMessage,
  type HostPage,
  type HostToFrame,
} from './messages';
export {
  PAYLOAD_MAX_BYTES,
  PAYLOAD_MAX_DEPTH,
  PAYLOAD_MAX_NODES,
  payloadProblem,
  type PayloadProblem,
} from './payloadLimits';
export { CREATE_SESSION_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from './requestTimeout';
export type { Json, JsonObject } from '../lib/json';
export { systemClock, type CancelTimer, type Clock } from '../lib/clock';
export { isWidgetError, WidgetError, type ErrorCode } from '../errors';
