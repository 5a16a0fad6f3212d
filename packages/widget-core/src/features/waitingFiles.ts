import { fillWord } from '../config/intl';
import { isPicture, mayBecomeAccepted, toAcceptedFile } from './acceptedFile';
import { shortenName } from '../content/shortenName';
import { isWidgetError, WidgetError } from '../errors';
import { attempt } from '../lib/attempt';
import type { Clock } from '../lib/clock';
import { createId } from '../lib/ids';
import type { Attachment } from '../api/message';
import type { Integration } from '../api/responses';
import { refuseFile, typeOfFile, type FileRefusal, type UploadedFile, type Uploader } from '../transport/uploads';
import type { WaitingFile } from '../widget/viewState';
import type { WidgetStore } from '../widget/widgetStore';

/** Files attached to the draft [W-25], shown by `view.files`. */
export interface WaitingFiles {
  /** Accepts and uploads files; one toast names all files that are not accepted. */
  readonly add: (files: readonly File[]) => Promise<void>;
  readonly remove: (id: string) => void;
  readonly retry: (id: string) => void;
  /** Waits until every file is uploaded. Throws if one failed or `signal` aborted the wait; the files stay. */
  readonly uploaded: (signal?: AbortSignal) => Promise<Attachment[]>;
  /** Removes the files from the draft because they were sent with a message. */
  readonly sent: () => void;
  /** Removes all files. */
  readonly clear: () => void;
  /** Uploads files that the page sends, which are not shown in the draft. Throws WidgetError. */
  readonly uploadAll: (files: readonly (Attachment | File)[]) => Promise<Attachment[]>;
}

/** Options of `createWaitingFiles`. */
export interface WaitingFilesOptions {
  readonly clock: Clock;
  readonly view: WidgetStore;
  readonly limits: Integration['limits'];
  readonly addNotice: (text: string) => void;
  readonly uploader: Uploader;
}

/** A file and its upload. */
interface Entry {
  readonly file: File;
  uploaded: UploadedFile | undefined;
  /** Resolves when the upload has ended, successfully or not. */
  running: Promise<void>;
  controller: AbortController;
  /** The server rejected its size, although it had announced no limit. */
  isTooLarge?: boolean;
}

/** @see WaitingFiles */
export function createWaitingFiles(options: WaitingFilesOptions): WaitingFiles {
  const { clock, view } = options;
  const entries = new Map<string, Entry>();
  /** Resolves when every file has been converted or rejected. */
  let converting: Promise<unknown> = Promise.resolve();

  /** Removes every file; pictures that are still shown keep their object URLs. */
  function takeAll(keepsAddresses: boolean): void {
    if (!keepsAddresses) for (const { localAddress } of view.getState().files) revoke(localAddress);
    for (const { controller } of entries.values()) controller.abort();
    entries.clear();
    view.setState({ files: [] });
  }

  function show(files: readonly File[]): void {
    for (const file of files) {
      const id = createId('file', clock);
      const type = typeOfFile(file);
      const localAddress = type.startsWith('image/') ? attempt(() => URL.createObjectURL(file)) : undefined;
      const entry: Entry = {
        file,
        uploaded: undefined,
        running: Promise.resolve(),
        controller: new AbortController(),
      };
      const waiting: WaitingFile = {
        id,
        name: file.name,
        type,
        size: file.size,
        localAddress,
        state: 'uploading',
        progress: undefined,
        problem: undefined,
      };
      entries.set(id, entry);
      view.setState((state) => ({ files: [...state.files, waiting] }));
      begin(options, id, entry);
    }
  }

  return {
    async add(files) {
      const refused: string[] = [];
      // A file that was deleted meanwhile cannot be read either.
      const read = files.map((file) => (mayBecomeAccepted(file) ? toAcceptedFile(file).catch(() => undefined) : file));
      const showInOrder = async (): Promise<void> => {
        for (const [index, file] of files.entries()) {
          const given = read[index];
          const accepted = given instanceof Promise ? await given : given;
          if (accepted) show(accept(options, [accepted], refused));
          else refused.push(nameRefused(options, file, isPicture(file) ? 'fileUnreadable' : 'fileType'));
        }
      };
      converting = Promise.all([converting, showInOrder()]);
      await converting;
      if (refused.length > 0) options.addNotice([...new Set(refused)].join('\n'));
    },
    remove(id) {
      entries.get(id)?.controller.abort();
      entries.delete(id);
      revoke(view.getState().files.find((file) => file.id === id)?.localAddress);
      view.setState(({ files }) => ({ files: files.filter((file) => file.id !== id) }));
    },
    retry(id) {
      const entry = entries.get(id);
      if (entry) begin(options, id, entry);
    },
    async uploaded(signal) {
      await converting;
      return waitForUploads(options, entries, signal);
    },
    sent() {
      const addresses = view.getState().files.flatMap(({ id, localAddress }) => {
        const attachmentId = entries.get(id)?.uploaded?.id;
        return attachmentId !== undefined && localAddress !== undefined ? [[attachmentId, localAddress] as const] : [];
      });
      view.setState(({ localAddresses }) => ({
        localAddresses: { ...localAddresses, ...Object.fromEntries(addresses) },
      }));
      takeAll(true);
    },
    clear() {
      takeAll(false);
      for (const address of Object.values(view.getState().localAddresses)) revoke(address);
      view.setState({ localAddresses: {} });
    },
    uploadAll: (files) =>
      Promise.all(files.map(async (file) => ('localName' in file ? file : uploadOne(options, file)))),
  };
}

function revoke(address: string | undefined): void {
  if (address !== undefined) URL.revokeObjectURL(address);
}

/** Uploads a file, for the first time or again. */
function begin(options: WaitingFilesOptions, id: string, entry: Entry): void {
  const { view, uploader } = options;
  const controller = new AbortController();
  const show = (change: Partial<WaitingFile>): void => {
    view.setState(({ files }) => ({ files: files.map((file) => (file.id === id ? { ...file, ...change } : file)) }));
  };
  const onProgress = (progress: number): void => {
    show({ progress });
  };
  entry.controller = controller;
  entry.uploaded = undefined;
  show({ state: 'uploading', progress: undefined, problem: undefined });
  entry.running = uploader.upload(entry.file, id, { signal: controller.signal, onProgress }).then(
    (uploaded) => {
      entry.uploaded = uploaded;
      show({ state: 'ready', progress: 1 });
    },
    (error: unknown) => {
      if (controller.signal.aborted) return;
      show({ state: 'failed', problem: isWidgetError(error) ? error.message : undefined });
      entry.isTooLarge = isWidgetError(error) && error.status === 413;
      noticeFailure(options, entry);
    },
  );
}

/** Shows a toast for a file that could not be uploaded, with its size if that is the reason. */
function noticeFailure({ view, addNotice }: WaitingFilesOptions, entry: Entry | undefined): void {
  if (!entry) return;
  const { words, language } = view.getState();
  const name = shortenName(entry.file.name);
  addNotice(
    fillWord(words.uploadFailed, {
      name: entry.isTooLarge ? `${name} (${formatMegabytes(entry.file.size, language)})` : name,
    }),
  );
}

async function waitForUploads(
  options: WaitingFilesOptions,
  entries: ReadonlyMap<string, Entry>,
  signal: AbortSignal | undefined,
): Promise<Attachment[]> {
  const { view, uploader } = options;
  // Repeat the toasts: otherwise pressing Send would have no visible effect.
  for (const { id, state } of view.getState().files) if (state === 'failed') noticeFailure(options, entries.get(id));
  for (;;) {
    if (signal?.aborted) throw new WidgetError('ABORTED');
    // Files belong to the conversation they were uploaded to, so another conversation needs a new upload.
    for (const [id, entry] of entries)
      if (entry.uploaded && entry.uploaded.conversationId !== uploader.conversationId()) begin(options, id, entry);
    const { files } = view.getState();
    if (files.some((file) => file.state === 'failed')) throw new WidgetError('failed');
    const attachments = [...entries.values()].flatMap(({ uploaded }) => (uploaded ? [toAttachment(uploaded)] : []));
    if (attachments.length === entries.size) return attachments;
    await Promise.race([Promise.all([...entries.values()].map(({ running }) => running)), aborted(signal)]);
  }
}

/** Returns the accepted files and adds a notice for each other one to `refused`. */
function accept(options: WaitingFilesOptions, files: readonly File[], refused: string[]): File[] {
  const { view, limits } = options;
  const { words, language, files: waiting } = view.getState();
  const fitting = files.filter((file) => {
    const refusal = refuseFile(file, limits);
    if (refusal) refused.push(nameRefused(options, file, refusal));
    return !refusal;
  });
  const room = Math.max(0, limits.attachmentsPerMessage - waiting.length);
  if (fitting.length > room) refused.push(fillWord(words.fileCount, { count: limits.attachmentsPerMessage }, language));
  return fitting.slice(0, room);
}

function nameRefused(
  { view, limits }: WaitingFilesOptions,
  file: File,
  refusal: FileRefusal | 'fileUnreadable',
): string {
  const { words, language } = view.getState();
  return fillWord(words[refusal], {
    name: shortenName(file.name),
    limit: formatMegabytes(limits.attachmentMaxBytes, language),
  });
}

async function uploadOne(options: WaitingFilesOptions, given: File): Promise<Attachment> {
  const { clock, limits, uploader } = options;
  const file = (await toAcceptedFile(given)) ?? given;
  const refusal = refuseFile(file, limits);
  if (refusal) throw new WidgetError('bad_payload', { message: nameRefused(options, given, refusal) });
  const { signal } = new AbortController();
  return toAttachment(await uploader.upload(file, createId('file', clock), { signal, onProgress: () => undefined }));
}

function toAttachment({ id, name, type, size, url }: UploadedFile): Attachment {
  return { id, localName: name, type, size, url };
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    signal?.addEventListener(
      'abort',
      () => {
        resolve();
      },
      { once: true },
    );
  });
}

/** Formats a size in the given language, such as `10 MB`. */
function formatMegabytes(bytes: number, language: string): string {
  const value = Math.max(bytes / 1_048_576, 0.1);
  const format = attempt(() =>
    new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(value),
  );
  return format ?? `${value.toFixed(1)} MB`;
}
