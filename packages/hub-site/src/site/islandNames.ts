/** Parts of pages that come alive in the browser; `islands.ts` says which module each is. */
export type IslandName = 'chat' | 'docsSearch' | 'item' | 'ownConversation' | AccountIslandName;

/** Those of the pages of an account. */
type AccountIslandName =
  | 'alert'
  | 'answer'
  | 'copyCode'
  | 'devices'
  | 'draft'
  | 'followSites'
  | 'inbox'
  | 'inboxCount'
  | 'installed'
  | 'preview'
  | 'studio'
  | 'tryIt'
  | 'upload';
