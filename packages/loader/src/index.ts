export { connectFrame } from './npm/connectFrame';
export { loadWidget } from './npm/loadWidget';
export { mountWidget } from './npm/mountWidget';
export type { SottoChatAttributes, SottoChatListeners } from './manifest/elementAttributes';
export type * from './types';
