import { scriptTag } from '../hostPages/hostServer';
import type { LayoutName, ScreenName } from './combinations';

/**
 * A shop's page with one widget: calm enough not to distract, with text and colour enough to judge shadows and edges
 * on.
 */
export function galleryPage(origin: string, layout: LayoutName, screen: ScreenName, attributes = ''): string {
  const isInline = layout === 'center' || layout === 'stretch';
  const script = isInline
    ? `<script async src="${origin}/integrations/widget/v2.js"></script>`
    : scriptTag(origin, `data-widget="demo" data-layout="${layout}" data-load="eager" ${attributes}`);
  const element = `<sotto-chat widget="demo" base="${origin}" layout="${layout}" load="eager" ${attributes}></sotto-chat>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" \
content="width=device-width, initial-scale=1, viewport-fit=cover"><title>A shop</title>
<style>
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; background: light-dark(#f3efe8, #101214); color: light-dark(#2a2622, #d8d6d2); }
body { margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem; }
sotto-chat { display: block; height: 100%; }
.place { width: 100%; height: ${screen === 'whole' ? '100vh' : '640px'}; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: 1rem; }
.tiles div { height: 9rem; border-radius: .75rem; background: linear-gradient(135deg, light-dark(#d9b48f, #4b3a2a), light-dark(#8fa88b, #2b3a30)); }
${screen === 'whole' ? 'main { padding: 0; max-width: none; } main > :not(.place) { display: none; }' : ''}
</style></head><body><main><h1>Coffee, slowly</h1><p>Roasted on Tuesdays, sent on Wednesdays.</p>
${
  isInline
    ? `<div class="place">\
${element}</div>`
    : '<div class="tiles"><div></div><div></div><div></div><div></div><div></div><div></div><div></div><div></div></div>'
}
</main>${script}</body></html>`;
}
