import { useSite } from '../site/SiteContext';

/**
 * Bar with the newest changelog entry above the Hub, on large screens. Its height is reserved, and closing it is
 * stored [H-9].
 */
export function ChangelogBar() {
  const { href } = useSite();
  return (
    <div className="changelog-bar" data-changelog>
      <iframe src={href('/changelog/bar')} title="What is new" loading="lazy" tabIndex={0} />
      <button type="button" aria-label="Close what is new" data-changelog-close hidden>
        <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
          <path d="m6 6 8 8M14 6l-8 8" />
        </svg>
      </button>
    </div>
  );
}
