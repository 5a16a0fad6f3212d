import type { WaitingFile } from '@sotto/widget-core';
import { ignoreShown } from './ignoreShown';
import { useWidget } from './useWidget';
import { useConfig, useWidgetView } from './useWidgetStore';

/** Whether visitors may attach files: the owner and the backend both have to allow it. */
export function useTakesFiles(): boolean {
  const { upload } = useWidget().integration.features;
  return useConfig((config) => config.attachments) && upload;
}

/** Pending files. */
export interface Attachments {
  /** Whether visitors may add files. */
  readonly isOn: boolean;
  readonly files: readonly WaitingFile[];
  /** Uploads files; rejected ones are listed in a toast. */
  readonly add: (files: Iterable<File>) => void;
  /** Removes a file and cancels its upload. */
  readonly remove: (id: string) => void;
  /** Retries a failed upload. */
  readonly retry: (id: string) => void;
}

/** State and actions for a custom file button and list. */
export function useAttachments(): Attachments {
  const widget = useWidget();
  const files = useWidgetView((view) => view.files);
  const isOn = useTakesFiles();
  return {
    isOn,
    files,
    add(added) {
      const list = [...added];
      if (isOn && list.length > 0) ignoreShown(widget.draft.addFiles(list));
    },
    remove(id) {
      ignoreShown(widget.draft.removeFile(id));
    },
    retry(id) {
      ignoreShown(widget.draft.retryFile(id));
    },
  };
}
