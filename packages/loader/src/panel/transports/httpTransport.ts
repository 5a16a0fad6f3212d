export { http as create } from '@sotto/widget-core/transports';
