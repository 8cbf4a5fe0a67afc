import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { AppFailure } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { ExitInfo } from '../../../shared/server.ts';

/** "exit code 1" or "signal SIGKILL". */
export function describeExit(exit: Pick<ExitInfo, 'code' | 'signal'>): string {
  return exit.signal === null ? `exit code ${String(exit.code)}` : `signal ${exit.signal}`;
}

/** A server's process ended by itself. `lastLine` is what it printed last to stderr, if anything. */
export function gone(
  server: string,
  exit: ExitInfo | undefined,
  lastLine: string | undefined,
): AppError {
  const how = exit === undefined ? 'a closed connection' : describeExit(exit);
  const said = lastLine === undefined || lastLine === '' ? '' : `: ${lastLine}`;
  return {
    code: said === '' ? 'server/gone' : 'server/gone-saying',
    message: `${server} ended with ${how}${said}`,
    params: { server, how, ...(said === '' ? {} : { said: lastLine ?? '' }) },
    action: 'restart-server',
  };
}

export function connectTimeout(server: string, ms: number): AppError {
  const seconds = Math.round(ms / 100) / 10;
  return {
    code: 'server/connect-timeout',
    message: `${server} did not answer within ${seconds} s, so it was stopped.`,
    params: { server, seconds },
    action: 'edit-server',
  };
}

/** Stopped while it was connecting or answering a call. */
export function stopped(server: string): AppError {
  return {
    code: 'server/stopped',
    message: `${server} was stopped.`,
    params: { server },
    action: 'start-server',
  };
}

export function notConnected(server: string): AppError {
  return {
    code: 'server/not-connected',
    message: `${server} is not connected. Start it first.`,
    params: { server },
    action: 'start-server',
  };
}

export function unknownServer(server: string): AppError {
  return {
    code: 'server/unknown',
    message: `There is no server named ${server}.`,
    params: { server },
  };
}

export function disabled(server: string): AppError {
  return {
    code: 'server/disabled',
    message: `${server} is disabled in its configuration.`,
    params: { server },
    action: 'edit-server',
  };
}

/** What a failed handshake means, where the process itself did not end. */
export function handshakeFailure(server: string, thrown: unknown): AppError {
  if (thrown instanceof AppFailure) return thrown.error;
  const reason = messageOf(thrown);
  return {
    code: 'server/handshake-failed',
    message: `${server} did not complete the MCP handshake: ${reason}`,
    params: { server, reason },
    action: 'restart-server',
  };
}

/** What a failed tools/call means, where the connection itself holds. */
export function callFailure(server: string, tool: string, thrown: unknown): AppError {
  if (thrown instanceof AppFailure) return thrown.error;
  if (thrown instanceof SdkError && thrown.code === SdkErrorCode.RequestTimeout) {
    return {
      code: 'server/call-timeout',
      message: `${tool} of ${server} took longer than its time limit, so the call was cancelled.`,
      params: { server, tool },
      action: 'edit-server',
    };
  }
  const reason = messageOf(thrown);
  if (thrown instanceof ProtocolError) {
    return {
      code: 'server/call-refused',
      message: `${server} refused the call of ${tool}: ${reason}`,
      params: { server, tool, reason },
    };
  }
  return {
    code: 'server/call-failed',
    message: `The call of ${tool} on ${server} failed: ${reason}`,
    params: { server, tool, reason },
  };
}

/** A call that showed no sign of life for the time that it may. */
export function callIdle(server: string, tool: string, ms: number): AppError {
  const seconds = Math.round(ms / 100) / 10;
  return {
    code: 'server/call-idle',
    message: `${tool} of ${server} showed no sign of life for ${seconds} s, so the call was cancelled.`,
    params: { server, tool, seconds },
    action: 'edit-server',
  };
}

/** It did not answer health checks, while its connection seemed to be up. */
export function notAnswering(server: string): AppError {
  return {
    code: 'server/not-answering',
    message: `${server} does not answer any more.`,
    params: { server },
    action: 'restart-server',
  };
}

export function callCancelled(server: string, tool: string): AppError {
  return {
    code: 'server/call-cancelled',
    message: `The call of ${tool} on ${server} was cancelled.`,
    params: { server, tool },
  };
}

/** The call needs a page to be visited first, and the user did not want to. */
export function pageNotVisited(server: string, tool: string): AppError {
  return {
    code: 'server/page-not-visited',
    message: `${server} wanted a page to be visited before ${tool}, and the user did not.`,
    params: { server, tool },
  };
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
