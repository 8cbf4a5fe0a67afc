import { useCallback, useState } from 'react';
import { useCommand } from '../keys/useCommand.ts';
import { usePlace } from '../store/stores.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { LogChips } from './LogChips.tsx';
import { LogEmpty } from './LogEmpty.tsx';
import { wholeLog } from './logFilter.ts';
import type { LogChoice } from './logFilter.ts';
import { LogFoot } from './LogFoot.tsx';
import { LogList } from './LogList.tsx';
import { indexOfSeq } from './logLines.ts';
import { rememberChoice, rememberedChoice } from './rememberedChoice.ts';
import { LogsHead } from './LogsHead.tsx';
import { useLogFeed } from './useLogFeed.ts';

/**
 * One table over the lines of all servers, with the filter of the last time; a link from elsewhere
 * begins with its own.
 */
export function LogsView() {
  const place = usePlace();
  const { server, seq } = place.view === 'logs' ? place : {};
  return <Logs key={`${server ?? ''}\n${seq ?? ''}`} server={server} seq={seq} />;
}

type Props = { readonly server: string | undefined; readonly seq: number | undefined };

function Logs({ server, seq }: Props) {
  const isLinked = server !== undefined || seq !== undefined;
  const [choice, setChoice] = useState<LogChoice>(() =>
    isLinked ? { ...wholeLog, server } : rememberedChoice(localStorage),
  );
  const [wanted, setWanted] = useState(seq);
  const { feed, state } = useLogFeed(choice, wanted);
  const [active, setActive] = useState(seq);
  const [open, setOpen] = useState(seq);
  const [pausedByScroll, setPausedByScroll] = useState(false);

  const change = useCallback((part: Partial<LogChoice>): void => {
    setWanted(undefined);
    setOpen(undefined);
    setActive(undefined);
    setChoice((before) => {
      const next = { ...before, ...part };
      rememberChoice(localStorage, next);
      return next;
    });
  }, []);
  const pause = useCallback(
    (byScroll: boolean): void => {
      setPausedByScroll(byScroll);
      feed.pause();
    },
    [feed],
  );
  const toggle = useCallback(
    (line: number): void => {
      pause(false);
      setActive(line);
      setOpen((before) => (before === line ? undefined : line));
    },
    [pause],
  );
  const follow = (): void => {
    setOpen(undefined);
    setActive(undefined);
    void feed.follow();
  };
  useCommand('logs.pause', () => (state.following ? pause(false) : follow()));

  const lost = seq !== undefined && state.loaded && wanted === seq && !holds(state.lines, seq);
  return (
    <main className="view logs">
      <LogsHead choice={choice} onChange={change} />
      <LogChips counts={state.counts} choice={choice} onChange={change} />
      <div className="log-area">
        <LogList
          feed={feed}
          state={state}
          active={active}
          open={open}
          onActive={(line) => {
            pause(false);
            setActive(line);
          }}
          onToggle={toggle}
          resumes={pausedByScroll}
          onScrolledAway={() => {
            if (state.following) pause(true);
          }}
        />
        <div className="log-focus" />
        <LogEmpty state={state} choice={choice} lost={lost} onClear={() => change(wholeLog)} />
        <div className="log-error">
          <InlineError error={state.error} />
        </div>
      </div>
      <LogFoot state={state} onFollow={follow} onPause={() => pause(false)} />
    </main>
  );
}

const holds = (lines: Parameters<typeof indexOfSeq>[0], seq: number): boolean =>
  indexOfSeq(lines, seq) >= 0;
