import { A } from '../site/SiteContext';

/** Name and logo. */
export function Brand({ to = '/', section }: { to?: string; section?: string }) {
  return (
    <span className="brand">
      <A to={to} className="brand-link">
        <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
          <path
            className="brand-bubble"
            d="M6 4h20a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H14l-7 6v-6H6a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4Z"
          />
          <path className="brand-voice" d="M10 14h.01M16 14h.01M22 14h.01" />
        </svg>
        Sotto
      </A>
      {section !== undefined && (
        <A to="/hub" className="brand-section">
          {section}
        </A>
      )}
    </span>
  );
}
