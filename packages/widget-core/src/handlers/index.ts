export { createHandler, type Handler, type HandlerOptions } from './createHandler';
export type { HandlerStore } from './handlerStore';
export { toNodeHandler, type NodeRequest, type NodeResponse } from './toNodeHandler';
