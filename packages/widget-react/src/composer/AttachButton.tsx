import { useRef, useState, type ChangeEvent } from 'react';
import { createPortal } from 'react-dom';
import { ATTACHMENT_TYPES } from '@sotto/widget-core/content';
import { useWidget } from '../hooks/useWidget';
import { useWidgetView, useWords } from '../hooks/useWidgetStore';
import { ignoreShown } from '../hooks/ignoreShown';
import { lazyPart } from '../hooks/lazyPart';
import { AttachIcon } from '../icons/toolIcons';
import { useFileDrop } from './useFileDrop';

const AttachmentList = lazyPart(() => import('./AttachmentList').then((part) => part.AttachmentList));

/** With picture types listed, phones offer the camera, and iOS converts HEIC to JPEG. */
const ACCEPTED = [
  ...Object.keys(ATTACHMENT_TYPES).map((ending) => `.${ending}`),
  ...['image/jpeg', 'image/png', 'image/webp', 'image/gif', '.jsonl'],
].join(',');

/** Attach button, with drop on the panel, paste, and the list of pending files [W-25]. */
export function AttachButton({ isDisabled }: { readonly isDisabled: boolean }) {
  const widget = useWidget();
  const words = useWords();
  const hasFiles = useWidgetView((view) => view.files.length > 0);
  const input = useRef<HTMLInputElement>(null);
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const add = (files: readonly File[]): void => {
    if (files.length > 0 && !isDisabled) ignoreShown(widget.draft.addFiles(files));
  };
  const isOver = useFileDrop(panel, add);
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    add([...(event.target.files ?? [])]);
    // Allows choosing the same file again after it was removed.
    event.target.value = '';
  };

  return (
    <>
      {hasFiles && <AttachmentList />}
      <button
        ref={(element) => {
          setPanel(element?.closest<HTMLElement>('.sotto-panel') ?? null);
        }}
        type="button"
        className="sotto-tool"
        aria-label={words.attach}
        title={isDisabled ? words.busy : undefined}
        data-tip={isDisabled ? undefined : words.attach}
        disabled={isDisabled}
        onPointerEnter={AttachmentList.preload}
        onClick={() => input.current?.click()}
      >
        <AttachIcon />
      </button>
      <input
        ref={input}
        type="file"
        className="sotto-hidden"
        multiple
        accept={ACCEPTED}
        tabIndex={-1}
        aria-hidden="true"
        onChange={choose}
      />
      {isOver &&
        panel &&
        createPortal(
          <div className="sotto-drop">
            <p>
              <AttachIcon />
              {words.dropFiles}
            </p>
          </div>,
          panel,
        )}
    </>
  );
}
