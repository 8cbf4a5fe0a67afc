import { domainToUnicode } from 'node:url';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import type { ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { AppFailure } from '../../../shared/errors.ts';
import { formFields } from '../../../shared/formFields.ts';
import type { QuestionAnswer } from '../../../shared/question.ts';
import type { NewQuestion, Questions } from './questions.ts';
import {
  noModel,
  samplingQuestion,
  samplingRequest,
  samplingResult,
  userRefused,
} from './sampling.ts';
import type { Sampler } from './sampling.ts';
import type { RequestContext, Roots, ServerRequests } from '../connection/serverRequests.ts';
import type { CallOrigin } from '../tools/serverTool.ts';

/** The data of error -32042, which the SDK passes on as it came. */
const Pages = z
  .array(z.object({ url: z.string(), message: z.string(), elicitationId: z.string() }))
  .min(1)
  .max(10);

export type PersonPorts = {
  readonly questions: Questions;
  readonly roots: Roots;
  readonly sampler: Sampler;
};

/**
 * Lets a server ask the person through {@link Questions}. Only a trusted one may ask for the model.
 */
export function personRequests(
  server: string,
  isTrusted: boolean,
  { questions, roots, sampler }: PersonPorts,
): ServerRequests {
  const put = async (
    question: NewQuestion,
    { origin, signal }: RequestContext,
    pageId?: string,
  ): Promise<QuestionAnswer> => {
    try {
      return await questions.ask({ ...question, ...belongs(origin) }, signal, pageId);
    } catch (thrown) {
      if (!(thrown instanceof AppFailure)) throw thrown;
      throw new ProtocolError(ProtocolErrorCode.InternalError, thrown.message);
    }
  };
  return {
    roots,
    elicit: async (params, context) =>
      elicitResult(await put(elicitationQuestion(server, params), context)),
    elicitationComplete: (id) => questions.dealtWith(server, id),
    async visit(stated, context) {
      for (const { url, message, elicitationId } of Pages.parse(stated)) {
        const question: NewQuestion = { kind: 'url', server, message, opened: false, ...page(url) };
        const answer = await put(question, context, elicitationId);
        if (answer.action !== 'accept') return false;
      }
      return true;
    },
    ...(isTrusted && {
      sample: async (params, context) => {
        const request = samplingRequest(params);
        const model = await sampler.model();
        if (model === undefined) throw noModel();
        const answer = await put(samplingQuestion(server, model, request), context);
        if (answer.action !== 'accept') throw userRefused();
        try {
          return samplingResult(await sampler.sample(model, request, context.signal));
        } catch (thrown) {
          if (!(thrown instanceof AppFailure)) throw thrown;
          throw new ProtocolError(ProtocolErrorCode.InternalError, thrown.message);
        }
      },
    }),
  };
}

const belongs = (origin: CallOrigin | undefined) =>
  origin && { conversationId: origin.conversationId, itemId: origin.itemId };

function elicitResult(answer: QuestionAnswer): ElicitResult {
  if (answer.action !== 'accept') return { action: answer.action };
  const { content } = answer;
  return { action: 'accept', ...(content && { content: { ...content } }) };
}

function elicitationQuestion(server: string, params: ElicitRequestParams): NewQuestion {
  const { message } = params;
  if (params.mode === 'url')
    return { kind: 'url', server, message, opened: false, ...page(params.url) };
  const schema: Record<string, unknown> = { ...params.requestedSchema };
  if (formFields(schema) === undefined) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'The requestedSchema is not a flat object of strings, numbers, booleans and enums.',
    );
  }
  return { kind: 'form', server, message, schema };
}

/** What is shown of a page before it is opened; only pages of the web are. */
function page(url: string): { url: string; unicodeHost?: string } {
  let parsed: URL | undefined;
  try {
    parsed = new URL(url);
  } catch {
    // Told below like any other address that is not of the web.
  }
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'Only http and https pages can be opened.',
    );
  }
  const unicodeHost = domainToUnicode(parsed.hostname);
  const differs = unicodeHost !== '' && unicodeHost !== parsed.hostname;
  return { url: parsed.href, ...(differs && { unicodeHost }) };
}
