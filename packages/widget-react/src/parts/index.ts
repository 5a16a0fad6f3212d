// An entry of its own: whoever imports the chat alone loads what reads markdown with the first message, and not before.
export { InlineContent } from './InlineContent';
export { Parts } from './PartRenderer';
