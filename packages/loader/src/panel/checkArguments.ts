/** Implemented in the core, because a widget without a frame checks arguments too. */
export { findMisfit } from '@sotto/widget-core/internal/arguments';
