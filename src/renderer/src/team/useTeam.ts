import { useEffect, useState } from 'react';
import type { TeamView } from '../../../shared/team.ts';
import { toAppError } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { ask, useBridge } from '../api.ts';

/** The boards as main has them now, undefined until it has answered. */
export function useTeam(): { team: TeamView | undefined; failure: AppError | undefined } {
  const bridge = useBridge();
  const [team, setTeam] = useState<TeamView>();
  const [failure, setFailure] = useState<AppError>();
  useEffect(() => {
    let isTold = false;
    const stop = bridge.on('team.changed', (view) => {
      isTold = true;
      setTeam(view);
    });
    ask(bridge, 'team.view', undefined).then(
      (view) => {
        if (!isTold) setTeam(view);
      },
      (thrown: unknown) => setFailure(toAppError(thrown)),
    );
    return () => {
      isTold = true;
      stop();
    };
  }, [bridge]);
  return { team, failure };
}
