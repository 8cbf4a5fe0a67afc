import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  hasReturned,
  networkAddresses,
  retryOnReturn,
} from '../../src/main/servers/machineSignals.ts';

const loopback = { address: '127.0.0.1', internal: true };
const wifi = { address: '192.168.1.7', internal: false };
const office = { address: '10.0.0.4', internal: false };
const linkLocal = { address: 'fe80::1c2d', internal: false };

describe('networkAddresses', () => {
  it.each([
    ['loopback alone is no network', { lo: [loopback] }, true, []],
    ['an address counts', { lo: [loopback], wlan0: [wifi] }, true, ['192.168.1.7']],
    ['a link-local one does not', { wlan0: [linkLocal] }, true, []],
    ['nothing counts while we are offline', { wlan0: [wifi] }, false, []],
    ['an interface may have none', { wlan0: undefined }, true, []],
  ])('%s', (_name, interfaces, isOnline, addresses) => {
    expect([...networkAddresses(interfaces, isOnline)]).toEqual(addresses);
  });
});

describe('hasReturned', () => {
  it.each([
    [[], ['a'], true],
    [['a'], ['b'], true],
    [['a'], ['a', 'b'], true],
    [['a'], ['a'], false],
    [['a', 'b'], ['a'], false],
    [['a'], [], false],
  ])('from %j to %j: %s', (before, now, isBack) => {
    expect(hasReturned(new Set(before), new Set(now))).toBe(isBack);
  });
});

describe('retryOnReturn', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Servers of which one waits, or none, and a machine that does as it is told. */
  function open() {
    let change: () => void = () => undefined;
    let isWaiting = false;
    let looks = 0;
    let interfaces: Record<string, (typeof wifi)[]> = { wlan0: [wifi] };
    const wakers = new Set<() => void>();
    const retryWaiting = vi.fn();
    const onChange = (listener: () => void) => {
      change = listener;
      return () => (change = () => undefined);
    };
    const machine = {
      onWake: (listener: () => void) => {
        wakers.add(listener);
        return () => void wakers.delete(listener);
      },
      isOnline: () => true,
    };
    const close = retryOnReturn(
      { isWaiting: () => isWaiting, retryWaiting, onChange },
      machine,
      () => {
        looks += 1;
        return networkAddresses(interfaces, true);
      },
    );
    return {
      retryWaiting,
      wakers,
      close,
      looks: () => looks,
      setWaiting: (value: boolean) => {
        isWaiting = value;
        change();
      },
      setNetwork: (...addresses: (typeof wifi)[]) => {
        interfaces = { wlan0: addresses };
        vi.advanceTimersByTime(2_000);
      },
    };
  }

  it('looks at nothing while no server waits', () => {
    const { looks, wakers, setWaiting } = open();
    vi.advanceTimersByTime(60_000);
    expect([looks(), wakers.size]).toEqual([0, 0]);
    setWaiting(true);
    setWaiting(true);
    expect([looks(), wakers.size]).toEqual([1, 1]);
    setWaiting(false);
    vi.advanceTimersByTime(60_000);
    expect([looks(), wakers.size]).toEqual([1, 0]);
  });

  it('retries when the machine wakes', () => {
    const { setWaiting, wakers, retryWaiting } = open();
    setWaiting(true);
    for (const wake of wakers) wake();
    expect(retryWaiting).toHaveBeenCalledOnce();
  });

  it('retries when the network returns or is another one, not when it goes', () => {
    const { setWaiting, setNetwork, retryWaiting } = open();
    setWaiting(true);
    setNetwork();
    expect(retryWaiting).not.toHaveBeenCalled();
    setNetwork(wifi);
    expect(retryWaiting).toHaveBeenCalledTimes(1);
    setNetwork(office);
    expect(retryWaiting).toHaveBeenCalledTimes(2);
    setNetwork(office);
    expect(retryWaiting).toHaveBeenCalledTimes(2);
  });

  it('stops with the app', () => {
    const { setWaiting, close, looks, wakers } = open();
    setWaiting(true);
    close();
    vi.advanceTimersByTime(60_000);
    expect([looks(), wakers.size]).toEqual([1, 0]);
  });
});
