// A separate entry: apps that import only the chat load the markdown parser with the first message.
export { InlineContent } from './InlineContent';
export { Parts } from './PartRenderer';
