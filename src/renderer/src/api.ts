import { createContext, useContext } from 'react';
import type { Bridge, RequestInput, RequestName, RequestOutput } from '../../shared/ipc.ts';
import { AppFailure } from '../../shared/errors.ts';

declare global {
  interface Window {
    readonly patchbay: Bridge;
  }
}

/** The renderer's only way to main; a fake one drives the screens in tests. */
export const BridgeContext = createContext<Bridge | undefined>(undefined);

export function useBridge(): Bridge {
  const bridge = useContext(BridgeContext);
  if (!bridge) throw new Error('BridgeContext is missing');
  return bridge;
}

/** Asks main and unwraps the answer; an expected failure is thrown as an {@link AppFailure}. */
export async function ask<N extends RequestName>(
  bridge: Bridge,
  name: N,
  input: RequestInput<N>,
): Promise<RequestOutput<N>> {
  const result = await bridge.request(name, input);
  if (!result.ok) throw new AppFailure(result.error);
  return result.value;
}

/** A hidden window paints nothing, and must not wait for it; in milliseconds. */
const paintLimitMs = 500;

/**
 * The same bridge, whose requests wait until the window has painted once: main loads all its rooms
 * for the first of them, and the two would stand in each other's way.
 */
export function afterFirstPaint(bridge: Bridge): Bridge {
  const painted = new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, paintLimitMs);
  });
  return {
    ...bridge,
    request: async (name, input) => {
      await painted;
      return bridge.request(name, input);
    },
  };
}
