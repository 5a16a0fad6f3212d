import { ItemGrid } from '../shell/ItemGrid';
import { A } from '../site/SiteContext';
import type { Suggestions } from './suggestions';

/** What a search that found nothing offers instead: tags to search for, and what others use. */
export function SuggestionRows({
  suggestions: { items, tags },
  tagPath,
  showsType,
}: {
  suggestions: Suggestions;
  /** Where the items of a tag are listed. */
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
