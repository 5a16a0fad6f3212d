/** Names of islands; `islands.ts` maps each to its module. */
export type IslandName = 'chat' | 'docsSearch' | 'item' | 'ownConversation' | AccountIslandName;

/** Islands of account pages. */
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
  | 'request'
  | 'studio'
  | 'tryIt'
  | 'upload';
