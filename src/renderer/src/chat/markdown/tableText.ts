import type { ExtraProps } from 'streamdown';

type Element = NonNullable<ExtraProps['node']>;
type Node = Element['children'][number];

/** The words of an element, as they are shown. */
export function textOf(node: Node): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
}

/** A table as Markdown (GFM, section 4.10): the words of its cells, and the sides they stand at. */
export function tableText(table: Element): string {
  const rows = rowsIn(table);
  const [head = []] = rows;
  const marks = head.map(({ properties }) => {
    const side = properties['align'];
    if (side === 'right') return '---:';
    return side === 'center' ? ':---:' : '---';
  });
  const lines = rows.map((cells) => cells.map(cellText));
  lines.splice(1, 0, marks);
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function rowsIn(element: Element): (readonly Element[])[] {
  return element.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    if (child.tagName !== 'tr') return rowsIn(child);
    return [child.children.filter((cell) => cell.type === 'element')];
  });
}

const cellText = (cell: Element): string =>
  textOf(cell)
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll('|', String.raw`\|`);
