import { loadRichBlocks, type SkeletonBlock } from '@sotto/widget-core/content';

/**
 * Begins to load what draws a block while the block is still being written, so that it is there when the block is
 * complete.
 * A load that fails is tried again when the block is drawn.
 */
export function preloadPart(of: SkeletonBlock['of']): void {
  loading(of).catch(() => undefined);
}

function loading(of: SkeletonBlock['of']): Promise<unknown> {
  switch (of) {
    case 'card':
    case 'carousel':
    case 'buttons':
    case 'form':
      return Promise.all([loadRichBlocks(), import('./rich/RichContentPart')]);
    case 'math':
      return import('./drawFormula');
    case 'diagram':
      return import('./diagram/DiagramPart');
    case 'table':
      return Promise.resolve();
  }
}
