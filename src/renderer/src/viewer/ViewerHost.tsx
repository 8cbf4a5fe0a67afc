import { Suspense, lazy } from 'react';
import { useStore } from 'zustand';
import { useViewer } from '../store/stores.ts';

/** Comes with the first thing that is looked at. */
const Viewer = lazy(async () => {
  const { Viewer: component } = await import('./Viewer.tsx');
  return { default: component };
});

/** Where the large view opens; what has asked for it may be scrolled away meanwhile. */
export function ViewerHost() {
  const viewer = useViewer();
  const viewed = useStore(viewer);
  if (!viewed) return null;
  return (
    <Suspense fallback={null}>
      <Viewer viewed={viewed} onClose={() => viewer.setState(undefined, true)} />
    </Suspense>
  );
}
