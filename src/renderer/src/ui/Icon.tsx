import { iconPaths } from './iconPaths.ts';
import type { IconName } from './iconPaths.ts';

/** A decorative icon: the word beside it, or the button's name, says what it means. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg
      className={`i ${className}`}
      viewBox="0 0 16 16"
      aria-hidden="true"
      // The paths are constants of this program, never data.
      dangerouslySetInnerHTML={{ __html: iconPaths[name] }}
    />
  );
}
