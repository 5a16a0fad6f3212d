import { DIRECTIONS, fileOf, LAYOUTS, SCHEMES, SCREENS, THEMES, type Look } from './combinations';
import { STATES, type State } from './states';

/** One picture of the gallery. */
export interface Picture {
  readonly file: string;
  /** What distinguishes it, by facet. */
  readonly facets: Readonly<Record<string, string>>;
}

/** A combination as a picture. */
export function toPicture(look: Look): Picture {
  return { file: fileOf(look), facets: { ...look } };
}

/** A state as a picture. */
export function stateToPicture({ name, layout = 'popover', screen = 'desktop' }: State, scheme: string): Picture {
  return { file: `state-${name}-${scheme}.jpeg`, facets: { state: name, layout, screen, scheme } };
}

const FACETS: Readonly<Record<string, readonly string[]>> = {
  screen: Object.keys(SCREENS),
  layout: LAYOUTS,
  theme: THEMES,
  scheme: SCHEMES,
  direction: DIRECTIONS,
  state: STATES.map(({ name }) => name),
};

/**
 * The page that shows all pictures: thumbnails, narrowed by facet and by words, all in one file without anything from
 * elsewhere.
 */
export function indexPage(pictures: readonly Picture[]): string {
  const choices = Object.entries(FACETS)
    .map(
      ([facet, values]) =>
        `<label>${facet} <select name="${facet}"><option value="">any</option>${values.map((value) => `<option>${value}</option>`).join('')}</select></label>`,
    )
    .join('\n');
  const items = pictures
    .map(({ file, facets }) => {
      const words = Object.values(facets).join(' ');
      return `<li data-words="${words}"><a href="${file}"><img loading="lazy" src="${file}" alt="${words}"><span>${words}</span></a></li>`;
    })
    .join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Gallery</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 24px; }
h1 { font-size: 1.4rem; margin: 0 0 16px; }
form { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; padding: 12px 0; background: Canvas; }
select, input { font: inherit; padding: 4px 8px; min-height: 32px; }
ul { list-style: none; margin: 16px 0 0; padding: 0; display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); }
li[hidden] { display: none; }
a { display: grid; gap: 6px; color: inherit; text-decoration: none; border-radius: 8px; }
a:focus-visible { outline: 2px solid Highlight; outline-offset: 3px; }
img { width: 100%; height: 240px; object-fit: contain; background: color-mix(in srgb, CanvasText 6%, Canvas); border-radius: 8px; }
</style></head><body>
<main><h1>Gallery</h1>
<form role="search">
${choices}
<label>words <input name="words" type="search"></label>
<output aria-live="polite"></output>
</form>
<ul>
${items}
</ul></main>
<script>
const form = document.querySelector('form');
const items = [...document.querySelectorAll('li')];
function narrow() {
  const wanted = [...new FormData(form).values()].join(' ').split(' ').filter(Boolean);
  for (const item of items) {
    const words = item.dataset.words.split(' ');
    item.hidden = !wanted.every((word) => words.includes(word) || item.dataset.words.includes(word));
  }
  document.querySelector('output').textContent = items.filter((item) => !item.hidden).length + ' pictures';
}
form.addEventListener('input', narrow);
form.addEventListener('submit', (event) => event.preventDefault());
narrow();
</script></body></html>
`;
}
