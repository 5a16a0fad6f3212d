/** A separate chunk: most pages let the server answer. */
export { createHostTransport } from '@sotto/widget-core/internal';
