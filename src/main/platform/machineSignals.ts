import { net, powerMonitor } from 'electron';
import type { MachineSignals } from '../servers/machineSignals.ts';

export const machineSignals: MachineSignals = {
  onWake(listener) {
    powerMonitor.on('resume', listener);
    return () => void powerMonitor.off('resume', listener);
  },
  isOnline: () => net.isOnline(),
};
