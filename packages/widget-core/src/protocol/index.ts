export {
  createConnection,
  type Connection,
  type ConnectionOptions,
  type ConnectionProblem,
  type FrameConnection,
  type HostConnection,
} from './connection';
export { connectToHost, type ConnectToHostOptions, type HostLink } from './connectToHost';
export { createPortEndpoint, type Endpoint } from './endpoints';
export {
  HELLO_PERIOD_MS,
  HELLO_TIMEOUT_MS,
  HELLOS_PER_PERIOD,
  PROTOCOL_VERSION,
  readHello,
  speaksOurVersion,
} from './handshake';
export { layerThemes, type LayeredTheme, type ThemeLayer } from './layerThemes';
export type { MessageMap, Payload, PayloadInput } from './messageMap';
export type {
  Envelope,
  FrameEvent,
  FrameEventName,
  FrameToHost,
  Hello,
  HostFunctions,
  HostMedia,
  HostMessage,
  HostPage,
  HostToFrame,
  Init,
} from './payloads';
export { REQUEST_TIMEOUT_MS } from './requestTimeout';
export { frameEvents, frameToHost, hostToFrame } from './tables';
export { systemClock, type Clock } from '../lib/clock';
export { isWidgetError, WidgetError } from '../errors';
