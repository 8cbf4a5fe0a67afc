import { useEffect, useState } from 'react';
import type { DoctorReport } from '../../../../shared/doctor.ts';
import type { AppError } from '../../../../shared/errors.ts';
import type { ServerSummary } from '../../../../shared/server.ts';
import { useBridge } from '../../api.ts';

export type DoctorAnswer = { readonly report?: DoctorReport; readonly error?: AppError };

/**
 * The report on a server, asked for again whenever its state changed. While a new one is on its
 * way the old one stays, so that nothing flickers.
 */
export function useDoctor(server: ServerSummary): DoctorAnswer {
  const bridge = useBridge();
  const [answer, setAnswer] = useState<DoctorAnswer>({});
  const { name } = server;
  const version = JSON.stringify([server.state, server.toolCount]);
  useEffect(() => {
    let current = true;
    void bridge.request('servers.doctor', name).then((result) => {
      if (!current) return;
      setAnswer(result.ok ? { report: result.value } : { error: result.error });
    });
    return () => {
      current = false;
    };
  }, [bridge, name, version]);
  return answer.report && answer.report.server !== name ? {} : answer;
}
