import type { Message } from '@sotto/widget-core';
import { resolveLink } from '@sotto/widget-core/content';
import { useHost } from '../../hooks/useHost';
import { useWidget } from '../../hooks/useWidget';
import { useWords } from '../../hooks/useWidgetStore';
import { originOf } from '../../lib/originOf';

type Reference = NonNullable<Message['references']>[number];

/** Numbered sources of an answer. */
export function References({ references }: { readonly references: readonly Reference[] }) {
  const words = useWords();
  return (
    <div className="sotto-sources">
      <h3 className="sotto-sources-title">{words.sources}</h3>
      <ol className="sotto-sources-list">
        {references.map((reference, index) => (
          <li key={index}>
            <Source reference={reference} number={index + 1} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Source({ reference, number }: { readonly reference: Reference; readonly number: number }) {
  const widget = useWidget();
  const { hostAddress, navigate } = useHost();
  const safe =
    reference.url == null
      ? undefined
      : resolveLink(reference.url, { hostAddress, serverOrigin: originOf(widget.base, hostAddress) });
  const title = reference.title ?? reference.source;
  const inside = (
    <>
      <span className="sotto-source-number" aria-hidden="true">
        {number}
      </span>
      <span className="sotto-source-title" dir="auto">
        {title}
      </span>
      {safe?.opens === 'tab' && safe.host !== title && <span className="sotto-source-host">{safe.host}</span>}
    </>
  );
  if (!safe)
    return (
      <span className="sotto-source" title={title}>
        {inside}
      </span>
    );
  const opensInPage = safe.opens === 'page';
  return (
    <a
      className="sotto-source"
      href={safe.href}
      target={opensInPage ? '_top' : '_blank'}
      rel="noopener noreferrer nofollow ugc"
      data-tip={title}
      data-tip-detail={safe.opens === 'tab' && safe.host !== title ? safe.host : undefined}
      onClick={(event) => {
        if (!opensInPage || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        navigate(safe.href, '_top');
      }}
    >
      {inside}
    </a>
  );
}
