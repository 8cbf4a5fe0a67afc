import { useEffect, useState } from 'react';
import type { HTMLAttributes } from 'react';

const hasFiles = ({ dataTransfer }: { readonly dataTransfer: DataTransfer | null }): boolean =>
  dataTransfer?.types.includes('Files') === true;

/** Takes files that are dropped on an element; `isOver` while some are held over it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void): {
  readonly isOver: boolean;
  readonly target: HTMLAttributes<HTMLElement>;
} {
  // Entering a child comes before leaving its parent, so the depth tells when all is left.
  const [depth, setDepth] = useState(0);
  return {
    isOver: depth > 0,
    target: {
      onDragEnter: (event) => {
        if (hasFiles(event)) setDepth((before) => before + 1);
      },
      onDragLeave: (event) => {
        if (hasFiles(event)) setDepth((before) => Math.max(0, before - 1));
      },
      onDragOver: (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      onDrop: (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDepth(0);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}

/** Shows that files can't be dropped where nothing takes them, and does nothing when they are. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
