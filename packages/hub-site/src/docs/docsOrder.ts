import type { Doc } from './docsLibrary';

/** A group of pages. */
export interface DocGroup {
  readonly title: 'Guides' | 'Reference' | 'TypeScript' | 'Decisions';
  readonly entries: readonly Doc[];
}

/** Groups for the list beside each page; empty groups are omitted. */
export function groupDocs(entries: readonly Doc[]): readonly DocGroup[] {
  const titleOf = ({ path }: Doc): DocGroup['title'] =>
    path === '/docs' || path.startsWith('/docs/guides/')
      ? 'Guides'
      : path.startsWith('/docs/decisions/')
        ? 'Decisions'
        : /^\/docs\/reference(?:\/|$)/.test(path)
          ? 'TypeScript'
          : 'Reference';
  return (['Guides', 'Reference', 'TypeScript', 'Decisions'] as const)
    .map((title) => ({ title, entries: entries.filter((doc) => titleOf(doc) === title) }))
    .filter((group) => group.entries.length > 0);
}

/** The previous and next page within a group. */
export function neighboursOf(doc: Doc, entries: readonly Doc[]): { readonly previous?: Doc; readonly next?: Doc } {
  const group = groupDocs(entries).find((each) => each.entries.includes(doc))?.entries ?? [];
  const index = group.indexOf(doc);
  const [previous, next] = [group[index - 1], group[index + 1]];
  return { ...(previous && { previous }), ...(next && { next }) };
}
