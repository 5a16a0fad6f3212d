import { ItemGrid } from '../shell/ItemGrid';
import { A } from '../site/SiteContext';
import type { Suggestions } from './suggestions';

/** Suggestions for a search without results: tags and popular items. */
export function SuggestionRows({
  suggestions: { items, tags },
  tagPath,
  showsType,
}: {
  suggestions: Suggestions;
  /** Address of a tag's items. */
  tagPath: (tag: string) => string;
  showsType: boolean;
}) {
  return (
    <>
      {tags.length > 0 && (
        <section className="result-row">
          <header className="row-head">
            <h2>Frequent tags</h2>
          </header>
          <ul className="tag-row">
            {tags.map((tag) => (
              <li key={tag}>
                <A className="tag" to={tagPath(tag)} dir="auto">
                  {tag}
                </A>
              </li>
            ))}
          </ul>
        </section>
      )}
      {items.length > 0 && (
        <section className="result-row">
          <header className="row-head">
            <h2>Trending</h2>
          </header>
          <ItemGrid items={items} showsType={showsType} />
        </section>
      )}
    </>
  );
}
