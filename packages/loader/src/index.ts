export { connectFrame } from './connectFrame';
export { loadWidget } from './loadWidget';
export { mountWidget } from './mountWidget';
export type * from './types';
