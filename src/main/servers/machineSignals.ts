import { networkInterfaces } from 'node:os';

/** What Electron tells of the machine; the rest is for Node to find out. */
export type MachineSignals = {
  /** Calls back after the machine slept; the answer stops that. */
  onWake(listener: () => void): () => void;
  isOnline(): boolean;
};

/** As in node:os, but only what is looked at. */
export type Interfaces = Readonly<
  Record<string, readonly { readonly address: string; readonly internal: boolean }[] | undefined>
>;

/** The addresses that others can reach this machine at; none while there is no network. */
export function networkAddresses(interfaces: Interfaces, isOnline: boolean): ReadonlySet<string> {
  if (!isOnline) return new Set();
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  // A link-local IPv6 address is there as soon as the cable is, before there is a network.
  const isUsable = ({ address, internal }: (typeof all)[number]) =>
    !internal && !/^fe[89ab]/i.test(address);
  return new Set(all.filter(isUsable).map(({ address }) => address));
}

/** Whether there is an address that was not there before. */
export function hasReturned(before: ReadonlySet<string>, now: ReadonlySet<string>): boolean {
  return [...now].some((address) => !before.has(address));
}

/** Looks at the network every two seconds, from the first look on, until the answer is called. */
function watchNetwork(
  look: () => ReadonlySet<string>,
  onReturn: () => void,
  intervalMs = 2_000,
): () => void {
  let before = look();
  const timer = setInterval(() => {
    const now = look();
    const isBack = hasReturned(before, now);
    before = now;
    if (isBack) onReturn();
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

export type Retrying = {
  /** Whether a server waits to be tried again. */
  isWaiting(): boolean;
  /** Tries at once those that wait, as if nothing had happened before. */
  retryWaiting(): void;
  onChange(listener: () => void): () => void;
};

/** Ends the waits when the machine wakes or its network returns; looks only while one waits. */
export function retryOnReturn(
  servers: Retrying,
  machine: MachineSignals,
  look = () => networkAddresses(networkInterfaces(), machine.isOnline()),
): () => void {
  let stops: readonly (() => void)[] = [];
  const stop = () => {
    for (const end of stops) end();
    stops = [];
  };
  const retry = () => servers.retryWaiting();
  const update = () => {
    if (!servers.isWaiting()) stop();
    else if (stops.length === 0) stops = [machine.onWake(retry), watchNetwork(look, retry)];
  };
  const unwatch = servers.onChange(update);
  update();
  return () => {
    unwatch();
    stop();
  };
}
