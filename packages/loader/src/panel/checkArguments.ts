/** With the core: a widget without a frame checks arguments itself. */
export { findMisfit } from '@sotto/widget-core/internal/arguments';
