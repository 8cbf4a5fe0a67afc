import { Ajv2020 } from 'ajv/dist/2020.js';

type Json = Record<string, unknown>;

const knownFields = new Set([
  'model',
  'max_tokens',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'thinking',
  'stream',
]);
const imageStarts: ReadonlyMap<string, RegExp> = new Map([
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
]);

/**
 * What the Messages API would refuse in a request, in its own words, or undefined. Rules from the
 * API reference (Messages, Tool use, Prompt caching) and the errors it is known to answer with.
 */
export function refusalOf(body: Json, text: string): string | undefined {
  const checks = [fields, tools, toolSearch, marks, roles, blocks, toolResults, searches, thinking];
  if (/\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])/i.test(text)) return 'The request body is not valid JSON';
  for (const check of checks) {
    const refusal = check(body);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function fields(body: Json): string | undefined {
  const extra = Object.keys(body).find((key) => !knownFields.has(key));
  if (extra !== undefined) return `${extra}: Extra inputs are not permitted`;
  if (typeof body['model'] !== 'string') return 'model: Field required';
  if (!(Number(body['max_tokens']) > 0)) return 'max_tokens: Field required';
  if (list(body['messages']).length === 0) return 'messages: at least one message is required';
  return undefined;
}

function tools(body: Json): string | undefined {
  const all = list(body['tools']);
  const valid = new Map<string, boolean>();
  const names = all.map((tool) => String(tool['name']));
  if (new Set(names).size < names.length) return 'tools: Tool names must be unique.';
  for (const [index, tool] of all.entries()) {
    if (isSearchTool(tool)) continue;
    const at = `tools.${index}.custom`;
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(tool['name']))) {
      return `${at}.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'`;
    }
    const schema = tool['input_schema'] as Json | undefined;
    if (schema?.['type'] !== 'object') return `${at}.input_schema.type: Input should be 'object'`;
    if (['oneOf', 'anyOf', 'allOf'].some((key) => key in schema)) {
      return `${at}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`;
    }
    for (const key of Object.keys((schema['properties'] as Json | undefined) ?? {})) {
      if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(key)) {
        return `${at}.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`;
      }
    }
    const text = JSON.stringify(schema);
    const isValid = valid.get(text) ?? isValidSchema(schema);
    valid.set(text, isValid);
    if (!isValid) {
      return `${at}.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12`;
    }
  }
  return undefined;
}

const searchTypes: ReadonlyMap<unknown, string> = new Map([
  ['tool_search_tool_bm25_20251119', 'tool_search_tool_bm25'],
  ['tool_search_tool_regex_20251119', 'tool_search_tool_regex'],
]);
const isSearchTool = ({ type }: Json): boolean => searchTypes.has(type);

/** Rules of "Tool search" in the API's documentation. */
function toolSearch(body: Json): string | undefined {
  const all = list(body['tools']);
  const searching = all.filter(isSearchTool);
  const wrong = searching.find(({ type, name }) => searchTypes.get(type) !== name);
  if (wrong) return `tools: Input should be '${searchTypes.get(wrong['type'])}'`;
  const deferred = all.filter((tool) => tool['defer_loading'] === true);
  if (deferred.length > 0 && deferred.length === all.length) {
    return 'At least one tool must have defer_loading=false.';
  }
  if (deferred.length > 0 && searching.length === 0) {
    return 'tools: defer_loading needs a tool search tool';
  }
  if (all.length > 10_000) return 'tools: too many tools';
  const both = deferred.find((tool) => 'cache_control' in tool);
  return both
    ? `Tool '${String(both['name'])}' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.`
    : undefined;
}

/** Searches that the API itself has run, as they are sent back. */
function searches(body: Json): string | undefined {
  const names = new Set(list(body['tools']).map(({ name }) => name));
  for (const [index, message] of list(body['messages']).entries()) {
    const content = contentOf(message);
    for (const [at, block] of content.entries()) {
      const next = content[at + 1];
      if (block['type'] === 'server_tool_use') {
        if (!names.has(block['name']))
          return `messages.${index}: ${String(block['name'])} is not a tool`;
        const isLast = index === list(body['messages']).length - 1 && next === undefined;
        if (isLast && message['role'] === 'assistant') continue;
        if (next?.['type'] !== 'tool_search_tool_result' || next['tool_use_id'] !== block['id']) {
          return `messages.${index}: \`${String(block['name'])}\` tool use with id \`${String(block['id'])}\` was found without a corresponding \`tool_search_tool_result\` block`;
        }
      }
      if (block['type'] !== 'tool_search_tool_result') continue;
      const found = list((block['content'] as Json)['tool_references']);
      const gone = found.find((one) => !names.has(one['tool_name']));
      if (gone) return `Tool reference '${String(gone['tool_name'])}' not found in available tools`;
    }
  }
  return undefined;
}

// Dear to make, and without schemas of its own between two checks.
const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });

/** Whether a schema is valid 2020-12 and can be compiled without fetching anything. */
function isValidSchema(schema: object): boolean {
  try {
    ajv.compile(schema);
    return true;
  } catch {
    return false;
  } finally {
    ajv.removeSchema();
  }
}

function marks(body: Json): string | undefined {
  const count = [...JSON.stringify(body).matchAll(/"cache_control":\{/g)].length;
  return count > 4
    ? `A maximum of 4 blocks with cache_control may be provided. Found ${count}.`
    : undefined;
}

function roles(body: Json): string | undefined {
  const all = list(body['messages']).map((message) => message['role']);
  if (all[0] !== 'user') return 'messages: first message must use the "user" role';
  if (all.some((role, index) => role === all[index - 1])) {
    return 'messages: roles must alternate between "user" and "assistant"';
  }
  const last = contentOf(list(body['messages']).at(-1) ?? {}).at(-1);
  // It goes on where it paused ("Handling stop reasons").
  if (all.at(-1) !== 'user' && last?.['type'] !== 'server_tool_use')
    return 'This model does not support assistant message prefill.';
  return undefined;
}

function blocks(body: Json): string | undefined {
  for (const [index, message] of list(body['messages']).entries()) {
    const content = contentOf(message);
    if (content.length === 0) return `messages.${index}: all messages must have non-empty content`;
    for (const block of [...content, ...content.flatMap((one) => list(one['content']))]) {
      if (block['type'] === 'text' && String(block['text']).trim() === '') {
        return 'messages: text content blocks must contain non-whitespace text';
      }
      const wrong = media(block);
      if (wrong !== undefined) return `messages.${index}: ${wrong}`;
    }
  }
  return undefined;
}

/** Rules of "Vision" and "PDF support" in the API's documentation. */
function media(block: Json): string | undefined {
  const { type, title } = block;
  if (type !== 'image' && type !== 'document') return undefined;
  const source = (block['source'] ?? {}) as Json;
  const data = String(source['data']);
  const mediaType = String(source['media_type']);
  if (title !== undefined && title !== null) {
    if (type === 'image') return 'image.title: Extra inputs are not permitted';
    const length = typeof title === 'string' ? title.length : 0;
    if (length < 1 || length > 500) return 'document.title: should have 1 to 500 characters';
  }
  if (type === 'document' && source['type'] === 'text') {
    return mediaType === 'text/plain' && data !== ''
      ? undefined
      : "document.source.text: Input should be 'text/plain'";
  }
  if (source['type'] !== 'base64') return `${type}.source.type: Input should be 'base64'`;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return 'source.data is not valid base64';
  const head = Buffer.from(data.slice(0, 32), 'base64').toString('latin1');
  if (type === 'document') {
    if (mediaType !== 'application/pdf') return "document media_type should be 'application/pdf'";
    return head.startsWith('%PDF-') ? undefined : 'The PDF specified was not valid.';
  }
  const starts = imageStarts.get(mediaType);
  if (!starts) return 'image media_type is not supported';
  if (!starts.test(head)) return `Image does not match the provided media type ${mediaType}`;
  return data.length > 5 * 1024 * 1024 ? 'image exceeds 5 MB maximum' : undefined;
}

function toolResults(body: Json): string | undefined {
  // The empty one before the first catches results that nobody asked for.
  const messages = [[], ...list(body['messages']).map(contentOf)];
  const seen = new Set<unknown>();
  for (const [index, content] of messages.entries()) {
    const uses = content.filter((block) => block['type'] === 'tool_use');
    for (const { id, name, input } of uses) {
      if (seen.has(id)) return 'messages: `tool_use` ids must be unique';
      if (!/^[a-zA-Z0-9_-]+$/.test(String(id))) return 'messages: tool_use.id: bad pattern';
      if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(name)))
        return 'messages: tool_use.name: bad pattern';
      if (typeof input !== 'object') return 'messages: tool_use.input: Input should be an object';
      seen.add(id);
    }
    const next = messages[index + 1] ?? [];
    const answered = next.filter((block) => block['type'] === 'tool_result');
    const ids = answered.map((block) => block['tool_use_id']);
    const open = uses.filter((use) => !ids.includes(use['id']));
    if (open.length > 0) {
      return `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.map((use) => use['id']).join(', ')}`;
    }
    if (new Set(ids).size < ids.length || ids.some((id) => !uses.some((use) => use['id'] === id))) {
      return `messages.${index + 1}: unexpected \`tool_use_id\` found in \`tool_result\` blocks`;
    }
    if (next.slice(0, ids.length).some((block) => block['type'] !== 'tool_result')) {
      return `messages.${index + 1}: tool_result blocks must come first`;
    }
    const mixed = answered.find(
      (block) =>
        block['is_error'] === true && list(block['content']).some((one) => one['type'] !== 'text'),
    );
    if (mixed) return 'messages: all content must be type "text" if "is_error" is true';
  }
  return undefined;
}

function thinking(body: Json): string | undefined {
  for (const message of list(body['messages'])) {
    const content = contentOf(message);
    if (content.some((one) => one['type'] === 'thinking' && !one['signature'])) {
      return 'messages: thinking.signature: Field required';
    }
    if (String(content.at(-1)?.['type']).endsWith('thinking')) {
      return 'messages: The final block in an assistant message cannot be `thinking`.';
    }
  }
  return undefined;
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}

function contentOf(message: Json): Json[] {
  const { content } = message;
  return typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
}
