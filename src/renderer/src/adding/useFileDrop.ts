import { useState } from 'react';
import type { DragEvent, HTMLAttributes } from 'react';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

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
