export { connectFrame } from './connectFrame';
export { loadWidget } from './loadWidget';
export { mountWidget } from './mountWidget';
export type { SottoChatAttributes, SottoChatListeners } from './manifest/elementAttributes';
export type * from './types';
