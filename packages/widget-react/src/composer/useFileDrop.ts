import { useEffect, useRef, useState } from 'react';

/**
 * Handles files that are dropped on an element or pasted into it.
 *
 * @param onFiles - called with the files; other drops and pastes are left to the browser
 * @returns whether files are being dragged over the element
 */
export function useFileDrop(element: HTMLElement | null, onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const onDrop = useRef(onFiles);
  useEffect(() => {
    onDrop.current = onFiles;
  });
  useEffect(() => {
    if (!element) return;
    const abort = new AbortController();
    // Entering a child fires dragenter before the dragleave of the previous element.
    let depth = 0;
    const setDepth = (next: number): void => {
      depth = next;
      setOver(next > 0);
    };
    const actions: Record<string, (event: Event, data: DataTransfer) => void> = {
      dragenter() {
        setDepth(depth + 1);
      },
      dragleave() {
        setDepth(Math.max(0, depth - 1));
      },
      dragover(event) {
        event.preventDefault();
      },
      drop(event, { files }) {
        setDepth(0);
        event.preventDefault();
        onDrop.current([...files]);
      },
      paste(event, { files, types }) {
        // Office programs also copy text as a picture; then use the text.
        if (types.includes('text/plain')) return;
        event.preventDefault();
        onDrop.current([...files]);
      },
    };
    for (const [name, act] of Object.entries(actions))
      element.addEventListener(
        name,
        (event) => {
          const { dataTransfer, clipboardData } = event as Partial<DragEvent & ClipboardEvent>;
          const data = dataTransfer ?? clipboardData;
          if (data?.types.includes('Files')) act(event, data);
        },
        abort,
      );
    return () => {
      abort.abort();
    };
  }, [element]);
  return isOver;
}
