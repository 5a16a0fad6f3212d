import type { WaitingFile } from '@sotto/widget-core';
import { fillWord } from '@sotto/widget-core/internal';
import { shortenName } from '@sotto/widget-core/content';
import { ignoreShown } from '../hooks/ignoreShown';
import { useWidget } from '../hooks/useWidget';
import { useWidgetView, useWords } from '../hooks/useWidgetStore';
import { Icon, CloseIcon } from '../icons/icons';
import { FileIcon } from '../icons/toolIcons';
import { formatSize } from './formatSize';

const RetryIcon = () => (
  <Icon>
    <path d="M16.5 10a6.5 6.5 0 1 1-2.2-4.87L16.5 7" />
    <path d="M16.5 3.3V7h-3.7" />
  </Icon>
);

/** Pending files as tiles above the text: upload progress, with remove and retry buttons [W-25]. */
export function AttachmentList() {
  const words = useWords();
  const files = useWidgetView((view) => view.files);
  if (files.length === 0) return null;
  return (
    <ul className="sotto-files" aria-label={words.attachments}>
      {files.map((file) => (
        <Tile key={file.id} file={file} />
      ))}
    </ul>
  );
}

function Tile({ file }: { readonly file: WaitingFile }) {
  const widget = useWidget();
  const words = useWords();
  const language = useWidgetView((view) => view.language);
  const name = shortenName(file.name);
  const isFailed = file.state === 'failed';
  const note = isFailed ? fillWord(words.uploadFailed, { name }) : formatSize(file.size, language);
  return (
    <li className="sotto-file" data-state={file.state} title={isFailed ? (file.problem ?? note) : file.name}>
      <span className="sotto-file-face">
        {file.localAddress === undefined ? <FileIcon /> : <img src={file.localAddress} alt="" decoding="async" />}
        {file.state === 'uploading' && <Ring name={fillWord(words.uploading, { name })} share={file.progress} />}
        {isFailed && (
          <button
            type="button"
            className="sotto-file-retry"
            aria-label={`${words.retry}: ${name}`}
            data-tip={words.retry}
            onClick={() => {
              ignoreShown(widget.draft.retryFile(file.id));
            }}
          >
            <RetryIcon />
          </button>
        )}
      </span>
      <span className="sotto-file-text">
        <span className="sotto-file-name" dir="auto">
          {name}
        </span>
        <span className="sotto-file-note">{isFailed ? words.notSent : note}</span>
      </span>
      <button
        type="button"
        className="sotto-file-remove"
        aria-label={fillWord(words.removeFile, { name })}
        data-tip={file.state === 'uploading' ? words.cancel : fillWord(words.removeFile, { name })}
        onClick={() => {
          ignoreShown(widget.draft.removeFile(file.id));
        }}
      >
        <CloseIcon />
      </button>
    </li>
  );
}

/** Upload progress; a spinner if the browser does not report it. */
function Ring({ name, share }: { readonly name: string; readonly share: number | undefined }) {
  const percent = share === undefined ? undefined : Math.round(share * 100);
  return (
    <span
      className="sotto-ring"
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      data-turns={percent === undefined || undefined}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <circle cx="12" cy="12" r="9" pathLength="100" />
        <circle cx="12" cy="12" r="9" pathLength="100" strokeDasharray={`${percent ?? 25} 100`} />
      </svg>
    </span>
  );
}
