import type { DiagramLook, DrawAnswer, DrawRequest } from './messages.ts';

/** A diagram as an image, `width` by `height` pixels; or why there is none, in English. */
export type Drawing =
  | {
      readonly kind: 'drawn';
      readonly address: string;
      readonly width: number;
      readonly height: number;
    }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'too-slow' };

export type Diagrams = {
  /** What has been drawn already. */
  readonly drawn: (source: string, look: DiagramLook) => Drawing | undefined;
  readonly draw: (source: string, look: DiagramLook) => Promise<Drawing>;
};

/** Where the page is: an origin of its own, that the app serves (platform/appProtocol). */
const origin = location.protocol === 'app:' ? 'app://diagrams' : location.origin;
/** A drawing that takes longer is given up, in milliseconds; the first one loads the page as well. */
const patience = 20_000;
const kept = 100;

/** Draws diagrams one after the other, in a frame that is there from the first one on. */
export function createDiagrams(): Diagrams {
  const done = new Map<string, Promise<Drawing>>();
  const known = new Map<string, Drawing>();
  let frame: Promise<Frame> | undefined;
  let before: Promise<unknown> = Promise.resolve();
  let lastId = 0;

  const ask = async (source: string, look: DiagramLook): Promise<Drawing> => {
    frame ??= openFrame();
    const { port, element } = await frame;
    lastId += 1;
    const answer = await answerOf(port, { id: lastId, source, look });
    if (answer) return drawingOf(answer);
    // Only with its page does a drawing end.
    element.remove();
    frame = undefined;
    return { kind: 'too-slow' };
  };

  return {
    drawn: (source, look) => known.get(keyOf(source, look)),
    draw(source, look) {
      const key = keyOf(source, look);
      const asked = done.get(key);
      if (asked) return asked;
      const drawing = before.then(() => ask(source, look));
      before = drawing;
      done.set(key, drawing);
      void drawing.then((one) => known.set(key, one));
      for (const oldest of done.keys()) {
        if (done.size <= kept) break;
        done.delete(oldest);
        known.delete(oldest);
      }
      return drawing;
    },
  };
}

const keyOf = (source: string, look: DiagramLook): string => `${look.dark}\n${source}`;

type Frame = { readonly element: HTMLIFrameElement; readonly port: MessagePort };

function openFrame(): Promise<Frame> {
  const element = document.createElement('iframe');
  element.className = 'diagrams-page';
  element.setAttribute('sandbox', 'allow-scripts allow-same-origin');
  element.setAttribute('aria-hidden', 'true');
  element.tabIndex = -1;
  element.src = `${origin}/diagrams.html`;
  return new Promise((resolve) => {
    element.addEventListener('load', () => {
      const { port1, port2 } = new MessageChannel();
      element.contentWindow?.postMessage('draw', origin, [port2]);
      port1.start();
      resolve({ element, port: port1 });
    });
    document.body.append(element);
  });
}

/** The page's answer; undefined when it takes too long. */
function answerOf(port: MessagePort, request: DrawRequest): Promise<DrawAnswer | undefined> {
  return new Promise((resolve) => {
    const end = (answer: DrawAnswer | undefined) => {
      clearTimeout(timer);
      port.removeEventListener('message', hear);
      resolve(answer);
    };
    const hear = ({ data }: MessageEvent<DrawAnswer>) => {
      if (data.id === request.id) end(data);
    };
    const timer = setTimeout(() => end(undefined), patience);
    port.addEventListener('message', hear);
    port.postMessage(request);
  });
}

function drawingOf(answer: DrawAnswer): Drawing {
  if ('error' in answer) return { kind: 'failed', why: answer.error };
  const { svg, width, height } = answer;
  // As an image it runs nothing and loads nothing, whatever is in it.
  const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  return { kind: 'drawn', address, width, height };
}
