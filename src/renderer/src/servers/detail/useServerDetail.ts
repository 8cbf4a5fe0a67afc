import { useEffect, useState } from 'react';
import type { AppError } from '../../../../shared/errors.ts';
import type { ServerDetail, ServerSummary } from '../../../../shared/server.ts';
import { useBridge } from '../../api.ts';

export type DetailAnswer = {
  readonly detail?: ServerDetail;
  readonly error?: AppError;
};

/**
 * The detail of a server, asked for again whenever something in its summary changed. While a new
 * answer is on its way the old one stays, so that nothing flickers.
 */
export function useServerDetail(server: ServerSummary): DetailAnswer {
  const bridge = useBridge();
  const [answer, setAnswer] = useState<DetailAnswer>({});
  const { name } = server;
  const isConnected = server.state.kind === 'connected';
  const version = JSON.stringify(server);
  useEffect(() => {
    let current = true;
    void bridge.request('servers.detail', name).then((result) => {
      if (!current) return;
      setAnswer((before) =>
        result.ok
          ? { detail: isConnected ? result.value : withTools(result.value, before.detail) }
          : { error: result.error },
      );
    });
    return () => {
      current = false;
    };
  }, [bridge, name, version, isConnected]);
  return answer.detail && answer.detail.name !== name ? {} : answer;
}

/** A server that went away while one looks at its tools keeps them, until it lists them anew. */
function withTools(detail: ServerDetail, before: ServerDetail | undefined): ServerDetail {
  if (detail.tools.length > 0 || before?.name !== detail.name) return detail;
  return { ...detail, tools: before.tools };
}
