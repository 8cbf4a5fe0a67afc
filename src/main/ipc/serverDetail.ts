import type { ServerDetail, ToolSummary } from '../../shared/server.ts';
import type { SupervisedDetail } from '../servers/supervisor.ts';
import type { ToolPool } from '../tools/toolPool.ts';

/** What the supervisor knows of a server, with the name and the verdict each tool has in the pool. */
export function serverDetail(detail: SupervisedDetail, pool: ToolPool): ServerDetail {
  const { tools, refused, ...rest } = detail;
  const listed = tools.map((tool): ToolSummary => {
    const judged = pool.verdictOf({ server: detail.name, name: tool.name });
    const { name, title, description, annotations, inputSchema } = tool;
    return {
      name,
      title,
      description,
      annotations,
      inputSchema,
      pooledName: judged?.pooledName,
      verdict: judged?.verdict ?? { kind: 'as-is' },
    };
  });
  const malformed = refused.map(({ name, reason }): ToolSummary => ({
    name,
    title: name,
    description: '',
    annotations: {},
    verdict: { kind: 'refused', reason },
    inputSchema: undefined,
  }));
  return { ...rest, tools: [...listed, ...malformed] };
}
