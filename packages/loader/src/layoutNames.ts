// Made by `npm run generate` from packages/widget-core/src/protocol/layoutWords.ts.
/** Where the chat stands. */
export type LayoutName = 'popover' | 'popout' | 'slideover' | 'center' | 'stretch' | 'fullscreen';

/** Other words for a layout. */
export type LayoutAlias = 'none' | 'default' | 'bubble' | 'centered' | 'stretched' | 'inline' | 'full' | 'screen';
