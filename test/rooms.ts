import { ConnectionLog } from '../src/main/servers/log/connectionLog.ts';
import { Supervisor } from '../src/main/servers/supervisor.ts';
import type { SupervisorOptions } from '../src/main/servers/supervisor.ts';
import { openDatabase } from '../src/main/store/database.ts';
import { LogStore } from '../src/main/store/logStore.ts';

/** The app's supervisor and log without Electron, for programs that measure or drive them. */
export function openRooms(options: Partial<SupervisorOptions> = {}) {
  const database = openDatabase(':memory:');
  const log = new ConnectionLog(new LogStore(database), () => undefined);
  const supervisor = new Supervisor({
    log,
    version: '0.0.0',
    workspace: process.cwd(),
    ...options,
  });
  return {
    log,
    supervisor,
    async close() {
      await supervisor.stopAll();
      log.close();
      database.close();
    },
  };
}
