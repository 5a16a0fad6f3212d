import type { MouseEvent, ReactNode } from 'react';
import { inlineText, misleadingHost, resolveLink, type LinkInline } from '@sotto/widget-core/content';
import { useHost } from '../hooks/useHost';
import { useWidget } from '../hooks/useWidget';
import { originOf } from '../lib/originOf';

/**
 * A link in a message. Links to our own and the host's origin open in the page, others in a new tab. If its text
 * looks like another address, the real host is shown beside it.
 */
export function LinkPart({ link, children }: { readonly link: LinkInline; readonly children: ReactNode }) {
  const { hostAddress, navigate } = useHost();
  const widget = useWidget();
  const safe = resolveLink(link.href, { hostAddress, serverOrigin: originOf(widget.base, hostAddress) });
  if (!safe) return children;

  const opensInPage = link.target === undefined ? safe.opens === 'page' : link.target !== '_blank';
  const trueHost = misleadingHost(inlineText(link.inlines), safe.href);
  const onClick = (event: MouseEvent): void => {
    if (link.form === 'frame' && safe.opens !== 'app') {
      event.preventDefault();
      widget.view.setOverlay({ url: safe.href, title: inlineText(link.inlines) });
      return;
    }
    if (!opensInPage || safe.opens === 'app' || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigate(safe.href, '_top');
  };

  return (
    <>
      <a
        className={link.form === 'plain' ? 'sotto-link' : 'sotto-message-button'}
        href={safe.href}
        target={safe.opens === 'app' ? undefined : opensInPage ? '_top' : '_blank'}
        rel="noopener noreferrer nofollow ugc"
        title={link.title}
        onClick={onClick}
      >
        {children}
      </a>
      {trueHost !== undefined && <span className="sotto-true-host"> ({trueHost})</span>}
    </>
  );
}
