export { openAi as create } from '@sotto/widget-core/transports';
