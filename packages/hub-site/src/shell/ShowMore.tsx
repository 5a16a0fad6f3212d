import type { ReactNode } from 'react';

/** Entries shown at first (specification 9). */
const SHOWN = 5;

/** The first entries of a list, and the rest below a button [H-5, H-9]. @param props.list - draws some of them */
export function ShowMore<Entry>({
  entries,
  list,
}: {
  entries: readonly Entry[];
  list: (some: readonly Entry[]) => ReactNode;
}) {
  const rest = entries.slice(SHOWN);
  return (
    <>
      {list(entries.slice(0, SHOWN))}
      {rest.length > 0 && (
        <details className="more">
          <summary>
            <span className="when-closed">Show more</span>
            <span className="when-open">Show less</span>
          </summary>
          {list(rest)}
        </details>
      )}
    </>
  );
}
