import type { WaitingFile } from '@sotto/widget-core';
import { ignoreShown } from './ignoreShown';
import { useWidget } from './useWidget';
import { useConfig, useWidgetView } from './useWidgetStore';

/** Whether visitors may add files: the owner and the backend both allow it. */
export function useTakesFiles(): boolean {
  const { upload } = useWidget().integration.features;
  return useConfig((config) => config.attachments) && upload;
}

/** The files beside the text. */
export interface Attachments {
  /** Whether visitors may add files. */
  readonly isOn: boolean;
  readonly files: readonly WaitingFile[];
  /** Uploads files; those that are not accepted are named in notices. */
  readonly add: (files: Iterable<File>) => void;
  /** Takes a file away; its upload is ended. */
  readonly remove: (id: string) => void;
  /** Uploads a file again that could not be uploaded. */
  readonly retry: (id: string) => void;
}

/** What a file button of your own, and a list of files, need. */
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
