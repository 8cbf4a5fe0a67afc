import { createMermaidPlugin } from '@streamdown/mermaid';
import type { DiagramLook, DrawAnswer, DrawRequest } from './messages.ts';
import { svgDocument } from './svgDocument.ts';

/**
 * The page that draws diagrams. It has an origin, and so a process, of its own: a diagram is text of
 * the model, it can take long, and what comes of it goes to the window as an image only.
 */
const mermaid = createMermaidPlugin().getMermaid();

const configOf = (look: DiagramLook) => ({
  startOnLoad: false,
  securityLevel: 'strict' as const,
  suppressErrorRendering: true,
  theme: 'base' as const,
  // An image has the fonts of the system only.
  fontFamily: 'system-ui, sans-serif',
  themeVariables: {
    darkMode: look.dark,
    fontSize: '14px',
    fontFamily: 'system-ui, sans-serif',
    background: look.paper,
    primaryColor: look.node,
    primaryTextColor: look.text,
    primaryBorderColor: look.nodeLine,
    secondaryColor: look.group,
    tertiaryColor: look.group,
    tertiaryBorderColor: look.line,
    tertiaryTextColor: look.text,
    lineColor: look.line,
    textColor: look.text,
    edgeLabelBackground: look.paper,
    noteBkgColor: look.note,
    noteTextColor: look.text,
    noteBorderColor: look.noteLine,
  },
});

async function draw({ id, source, look }: DrawRequest): Promise<DrawAnswer> {
  try {
    mermaid.initialize(configOf(look));
    const { svg } = await mermaid.render(`diagram-${id}`, source);
    return { id, ...svgDocument(svg) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  } finally {
    // What a failed drawing has left.
    document.body.replaceChildren();
  }
}

addEventListener(
  'message',
  ({ ports: [port], source }) => {
    if (!port || source !== parent) return;
    port.addEventListener('message', ({ data }: MessageEvent<DrawRequest>) => {
      void draw(data).then((answer) => port.postMessage(answer));
    });
    port.start();
  },
  { once: true },
);
