import type { DemoWriting } from './demoIntent.ts';

/** The text a message asked for by its kind and length. */
export function demoWriting(writing: DemoWriting): string {
  switch (writing.kind) {
    case 'echo':
      return writing.text;
    case 'words':
      return Array.from({ length: writing.count }, (_, at) => words[at % words.length]).join(' ');
    case 'characters':
      return longMarkdown(writing.count);
    case 'sample':
      return longMarkdown(2_000);
  }
}

const words = 'a patchbay joins what was apart and shows which line goes where'.split(' ');

/** Markdown of at least so many characters, with everything an answer may hold. */
function longMarkdown(characters: number): string {
  const parts: string[] = [];
  let length = 0;
  for (let section = 1; length < characters; section++) {
    const part = sectionOf(section);
    parts.push(part);
    length += part.length + 2;
  }
  return parts.join('\n\n').padEnd(characters, '.');
}

function sectionOf(section: number): string {
  return [
    `## Section ${section}`,
    paragraph(section),
    `- **first** point of section ${section}\n- second point, with \`code\`\n- third point, with [a link](https://example.com/${section})`,
    `\`\`\`ts\nexport function section${section}(lines: readonly string[]): number {\n  // Counts what is plugged in.\n  return lines.filter((line) => line.length > ${section}).length;\n}\n\`\`\``,
    `| port | server | calls |\n| ---: | :--- | ---: |\n| ${section} | docs | ${section * 3} |\n| ${section + 1} | deploy | ${section * 2} |`,
    `The sum of the first $n$ lines is:\n\n$$\n\\sum_{k=${section}}^{n} k = \\frac{n(n+1)}{2} - ${(section * (section - 1)) / 2}\n$$`,
    ...(section % 10 === 1 ? [diagram(section)] : []),
    paragraph(section + 7),
  ].join('\n\n');
}

const diagram = (section: number): string =>
  [
    '```mermaid',
    'flowchart LR',
    `  model["Section ${section}"] --> patchbay`,
    '  patchbay --> docs',
    '  patchbay -->|asks first| deploy',
    '```',
  ].join('\n');

function paragraph(seed: number): string {
  const sentences = Array.from({ length: 4 }, (_, at) => {
    const turned = words.map(
      (_word, index) => words[(index * (1 + (seed % 3)) + at + seed) % words.length],
    );
    return `${turned.join(' ')}.`;
  });
  return sentences.map((one) => one.charAt(0).toUpperCase() + one.slice(1)).join(' ');
}
