export { aiSdk as create } from '@sotto/widget-core/transports';
