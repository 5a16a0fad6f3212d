import { A } from '../site/SiteContext';

/** Pagination links; nothing if there is only one page. */
export function Pages({ page, pages, address }: { page: number; pages: number; address: (page: number) => string }) {
  if (pages <= 1) return null;
  const near = [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((a, b) => a - b);
  return (
    <nav className="pages" aria-label="Pages">
      {page > 1 ? (
        <A to={address(page - 1)} rel="prev">
          Previous
        </A>
      ) : (
        <span className="quiet">Previous</span>
      )}
      <ol className="page-numbers">
        {near.map((number, index) => (
          <li key={number}>
            {number - (near[index - 1] ?? number) > 1 && <span aria-hidden="true">…</span>}
            <A
              to={address(number)}
              aria-current={number === page ? 'page' : undefined}
              aria-label={`Page ${String(number)}`}
            >
              {number}
            </A>
          </li>
        ))}
      </ol>
      {page < pages ? (
        <A to={address(page + 1)} rel="next">
          Next
        </A>
      ) : (
        <span className="quiet">Next</span>
      )}
    </nav>
  );
}
