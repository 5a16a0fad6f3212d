import mermaid from 'mermaid';
import * as v from 'valibot';
import { withoutSettings } from './cleanDiagram';
import { mermaidConfig } from './diagramTheme';
import { toPicture } from './toPicture';

/*
 /**
  * Page that draws diagrams. It runs in a sandboxed iframe without an origin, under a policy that allows only its own
  * scripts. The embedding page may remove it at any time (`diagramSandbox.ts` in widget-react).
  */

const color = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i));
const drawRequest = v.object({
  type: v.literal('sotto-diagram-draw'),
  id: v.number(),
  source: v.pipe(v.string(), v.maxLength(20_000)),
  colors: v.object({ scheme: v.picklist(['light', 'dark']), ground: color, text: color, accent: color }),
});

/** Interval of the heartbeat while a diagram is drawn, in milliseconds. */
const HEARTBEAT_MS = 250;

let isAlone: Promise<void> = Promise.resolve();

window.addEventListener('message', (event) => {
  if (event.source !== window.parent) return;
  const request = v.safeParse(drawRequest, event.data);
  // Mermaid's settings are global, so diagrams are drawn one after another.
  if (request.success) isAlone = isAlone.then(() => draw(request.output));
});
reply({ type: 'sotto-diagram-ready' });

async function draw({ id, source, colors }: v.InferOutput<typeof drawRequest>): Promise<void> {
  const heartbeat = setInterval(() => {
    reply({ type: 'sotto-diagram-alive' });
  }, HEARTBEAT_MS);
  try {
    mermaid.initialize(mermaidConfig(colors));
    const { svg } = await mermaid.render(`diagram-${id}`, withoutSettings(source));
    const picture = toPicture(svg);
    reply(picture ? { type: 'sotto-diagram-drawn', id, ...picture } : { type: 'sotto-diagram-failed', id });
  } catch {
    reply({ type: 'sotto-diagram-failed', id });
  } finally {
    clearInterval(heartbeat);
    document.body.replaceChildren();
  }
}

// Any embedding page may receive the response: it contains only what was in the request.
function reply(answer: object): void {
  window.parent.postMessage(answer, '*');
}
