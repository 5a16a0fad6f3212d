export { langGraph as create } from '@sotto/widget-core/transports';
