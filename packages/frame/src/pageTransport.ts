/** A part of its own: most pages leave the answers to the server. */
export { createHostTransport } from '@sotto/widget-core/internal';
