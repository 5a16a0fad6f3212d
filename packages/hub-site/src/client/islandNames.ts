/** Parts of pages that come alive in the browser; `islands.ts` says which module each is. */
export type IslandName = 'chat' | 'item';
