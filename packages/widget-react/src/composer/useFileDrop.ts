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
    const { signal } = abort;
    // Each child that is entered sends an enter before the leave of the one before it.
    let depth = 0;
    element.addEventListener(
      'dragenter',
      (event) => {
        if (!holdsFiles(event.dataTransfer)) return;
        depth += 1;
        setOver(true);
      },
      { signal },
    );
    element.addEventListener(
      'dragover',
      (event) => {
        if (holdsFiles(event.dataTransfer)) event.preventDefault();
      },
      { signal },
    );
    element.addEventListener(
      'dragleave',
      (event) => {
        if (!holdsFiles(event.dataTransfer)) return;
        depth = Math.max(0, depth - 1);
        if (depth === 0) setOver(false);
      },
      { signal },
    );
    element.addEventListener(
      'drop',
      (event) => {
        depth = 0;
        setOver(false);
        if (!holdsFiles(event.dataTransfer)) return;
        event.preventDefault();
        onDrop.current([...(event.dataTransfer?.files ?? [])]);
      },
      { signal },
    );
    element.addEventListener(
      'paste',
      (event) => {
        const { clipboardData } = event;
        // Text programs add a picture of what was copied: then the text is meant.
        if (!holdsFiles(clipboardData) || clipboardData?.types.includes('text/plain')) return;
        event.preventDefault();
        onDrop.current([...(clipboardData?.files ?? [])]);
      },
      { signal },
    );
    return () => {
      abort.abort();
    };
  }, [element]);
  return isOver;
}

function holdsFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') === true;
}
