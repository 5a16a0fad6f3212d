/** Parts of pages that are hydrated in the browser; `islands.ts` maps each to its module. */
export type IslandName = 'chat' | 'docsSearch' | 'item' | 'ownConversation' | AccountIslandName;

/** Those of the pages of an account. */
type AccountIslandName =
  | 'alert'
  | 'answer'
  | 'copyCode'
  | 'devices'
  | 'draft'
  | 'follow'
  | 'inbox'
  | 'inboxCount'
  | 'installed'
  | 'passkey'
  | 'preview'
  | 'studio'
  | 'tryIt'
  | 'upload';
