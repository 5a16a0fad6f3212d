export { agUi as create } from '@sotto/widget-core/transports';
