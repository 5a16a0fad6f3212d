import { useEffect, useRef, useState } from 'react';

/**
 * Files dropped on an element or pasted into it.
 *
 * @param onFiles - called with them; the browser handles everything else that is dropped or pasted
 * @returns whether files are held over the element now
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
    // Each child that is entered sends an enter before the leave of the one before it.
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
        // Text programs add a picture of what was copied: then the text is meant.
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
