import { useState } from 'react';
import type { Attachment } from '@sotto/widget-core';
import { shortenName } from '@sotto/widget-core/content';
import { FileIcon } from '../icons/toolIcons';
import { formatSize } from '../composer/formatSize';
import { Replaceable } from '../parts/components';
import { useWidgetView, useWords } from '../hooks/useWidgetStore';

/** Files of a message: pictures from this tab as pictures, all others as tiles with name and size [W-25]. */
export function AttachmentTiles({ attachments }: { readonly attachments: readonly Attachment[] }) {
  const words = useWords();
  return (
    <ul className="sotto-attachments" aria-label={words.attachments}>
      {attachments.map((attachment, index) => (
        <li key={attachment.id ?? index}>
          <Replaceable name="Attachment" given={{ attachment }}>
            <Tile attachment={attachment} />
          </Replaceable>
        </li>
      ))}
    </ul>
  );
}

function Tile({ attachment }: { readonly attachment: Attachment }) {
  const language = useWidgetView((view) => view.language);
  const sentFromHere = useWidgetView((view) =>
    attachment.id == null ? undefined : view.localAddresses[attachment.id],
  );
  const [isBroken, setBroken] = useState(false);
  // Only pictures from this tab: a message with any other address was not written here.
  const address = [attachment.localURL, sentFromHere].find((one) => one?.startsWith('blob:'));
  const name = shortenName(attachment.localName);
  if (attachment.type.startsWith('image/') && address != null && !isBroken) {
    return (
      <img
        className="sotto-thumbnail"
        src={address}
        alt={attachment.localName}
        title={attachment.localName}
        decoding="async"
        onError={() => {
          setBroken(true);
        }}
      />
    );
  }
  return (
    <span className="sotto-file" title={attachment.localName}>
      <span className="sotto-file-face">
        <FileIcon />
      </span>
      <span className="sotto-file-text">
        <span className="sotto-file-name" dir="auto">
          {name}
        </span>
        {attachment.size != null && <span className="sotto-file-note">{formatSize(attachment.size, language)}</span>}
      </span>
    </span>
  );
}
