import type {
  Client,
  ClientCapabilities,
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestParams,
  ElicitRequestURLParams,
  ElicitResult,
} from '@modelcontextprotocol/client';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CallOrigin } from '../tools/serverTool.ts';

/** Who a server's request is for, and when nobody waits for its answer any more. */
export type RequestContext = {
  /** Set when the request is known to come from one tool call. */
  readonly origin: CallOrigin | undefined;
  /** Aborted when the server cancels, that call is stopped or fails, or the connection ends. */
  readonly signal: AbortSignal;
};

/** The folders that a server may work in (MCP roots). */
export type Roots = {
  list(): readonly string[];
  /** Calls back when the list has changed, until the answer is called. */
  onChange(listener: () => void): () => void;
};

/**
 * What a server may ask of us, alike in both eras: as requests of its own in the older one, as
 * `input_required` results in the newer one. A capability whose handler is absent is not declared.
 * Handlers reject with the SDK's ProtocolError for what the server should read.
 */
export type ServerRequests = {
  readonly roots?: Roots;
  /** A form or a page to open (MCP elicitation/create). Defaults are filled in afterwards. */
  readonly elicit?: (
    request: ElicitRequestParams,
    context: RequestContext,
  ) => Promise<ElicitResult>;
  /** A page that `elicit` opened has been dealt with (notifications/elicitation/complete). */
  readonly elicitationComplete?: (elicitationId: string) => void;
  /**
   * A call failed because pages must be visited first (error -32042). Answers whether that is done
   * and the call can be made again.
   */
  readonly visit?: (
    pages: readonly ElicitRequestURLParams[],
    context: RequestContext,
  ) => Promise<boolean>;
  /** The use of the model (MCP sampling/createMessage). */
  readonly sample?: (
    request: CreateMessageRequestParams,
    context: RequestContext,
  ) => Promise<CreateMessageResult>;
};

export function clientCapabilities(requests: ServerRequests): ClientCapabilities {
  const { roots, elicit, sample } = requests;
  return {
    ...(roots && { roots: { listChanged: true } }),
    ...(elicit && { elicitation: { form: { applyDefaults: true }, url: {} } }),
    ...(sample && { sampling: {} }),
  };
}

/** Puts the handlers on a client that is not connected yet. `about` tells whose request it is. */
export function answerRequests(
  client: Client,
  requests: ServerRequests,
  about: (cancelled: AbortSignal) => RequestContext,
): void {
  const { roots, elicit, elicitationComplete, sample } = requests;
  if (roots) {
    client.setRequestHandler('roots/list', () => ({ roots: roots.list().map(rootOf) }));
  }
  if (elicit) {
    client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) =>
      elicit(params, about(mcpReq.signal)),
    );
  }
  if (elicitationComplete) {
    client.setNotificationHandler('notifications/elicitation/complete', ({ params }) =>
      elicitationComplete(params.elicitationId),
    );
  }
  if (sample) {
    client.setRequestHandler('sampling/createMessage', ({ params }, { mcpReq }) =>
      sample(params, about(mcpReq.signal)),
    );
  }
}

function rootOf(folder: string) {
  return { uri: pathToFileURL(folder).href, name: basename(folder) };
}
