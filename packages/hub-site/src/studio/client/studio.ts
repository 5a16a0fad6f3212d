import { jsonObjectSchema, type JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { brandTheme } from '../brandTheme';
import { describeCorrections } from '../describeCorrections';
import { writeSnippets } from '../snippets';
import { changedSettings, NEW_BOT, readBrand, readWidgetConfig, readWords, sentSettings } from '../widgetForm';
import { startFinding } from './findSettings';
import { startUploads } from './iconUploads';

const propsSchema = v.object({
  /** Stored settings without a form field. */
  stored: jsonObjectSchema,
  /** Element whose snippets are updated while typing; undefined if they are static. */
  snippets: v.optional(v.object({ base: v.string(), widget: v.string() })),
  /** Language whose texts the form has; undefined if it has the settings. */
  words: v.optional(v.string()),
});

/** Delay after the last key before the preview is updated, in milliseconds. */
const REST_MS = 250;

/** Live studio: applies every change to the widget, checks colours, and updates snippets. */
export function mount(element: HTMLElement, props: JsonObject): void {
  const { stored, snippets, words } = v.parse(propsSchema, props);
  const form = element.querySelector<HTMLFormElement>('form.form');
  const frame = element.querySelector<HTMLIFrameElement>('[data-preview]');
  const view = element.ownerDocument.defaultView;
  if (!form || !frame || !view) return;
  let timer: number | undefined;
  startTabs(element);
  startFinding(element);
  startUploads(element);

  const show = (): void => {
    const data = new URLSearchParams(
      [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
    const config =
      words === undefined
        ? readWidgetConfig(data, stored)
        : { ...stored, language: words, intl: readWords(data, stored['intl']) };
    const title = (config['barTitle'] ?? '') === '' ? (data.get('name') ?? '') : config['barTitle'];
    const bot = data.get('botId');
    frame.contentWindow?.postMessage(
      {
        type: 'sotto-preview',
        config: { ...sentSettings(config), barTitle: title },
        ...(bot !== null && bot !== '' && bot !== NEW_BOT && { bot }),
      },
      view.location.origin,
    );
    showCorrections(element, data);
    if (snippets) followSnippets(element, snippets, config);
  };
  const later = (): void => {
    view.clearTimeout(timer);
    timer = view.setTimeout(show, REST_MS);
  };

  form.addEventListener('input', later);
  form.addEventListener('change', later);
  // Choosing a colour also enables it.
  form.querySelector<HTMLInputElement>('input[type="color"]')?.addEventListener('input', () => {
    const switched = form.querySelector<HTMLInputElement>('input[name="hasBrand"]');
    if (switched) switched.checked = true;
  });
  view.addEventListener('message', ({ source, data }: MessageEvent<{ type?: unknown } | undefined>) => {
    if (source === frame.contentWindow && data?.type === 'sotto-preview-ready') show();
  });
  frame.addEventListener('load', show);
  show();
}

/** Settings or preview, where there is no room for both. */
function startTabs(element: HTMLElement): void {
  const buttons = [...element.querySelectorAll<HTMLButtonElement>('[data-shows]')];
  if (buttons.length === 0) return;
  element.dataset['pane'] = 'form';
  for (const button of buttons)
    button.addEventListener('click', () => {
      element.dataset['pane'] = button.dataset['shows'];
      for (const each of buttons) each.setAttribute('aria-pressed', String(each === button));
    });
}

function showCorrections(element: HTMLElement, form: URLSearchParams): void {
  const place = element.querySelector('[data-corrections]');
  const brand = readBrand(form);
  const made = brand === undefined ? undefined : brandTheme(brand, (form.get('theme') ?? 'default') as 'default');
  const lines = made ? describeCorrections(made.corrections) : [];
  const text = lines.join('\n');
  if (!place || place.textContent === text) return;
  place.replaceChildren(
    ...lines.map((line) => {
      const item = element.ownerDocument.createElement('p');
      item.textContent = line;
      return item;
    }),
  );
}

/** Updates the code; the boxes stay, so that open ones stay open. */
function followSnippets(
  element: HTMLElement,
  { base, widget }: { base: string; widget: string },
  config: JsonObject,
): void {
  for (const { kind, code, policy } of writeSnippets({ base, widget, settings: changedSettings(config) })) {
    const box = element.querySelector(`[data-snippets] [data-kind="${kind}"]`);
    const parts = { code, policy };
    for (const name of ['code', 'policy'] as const) {
      const part = box?.querySelector(`[data-part="${name}"]`);
      if (part && part.textContent !== parts[name]) part.textContent = parts[name];
    }
  }
}
