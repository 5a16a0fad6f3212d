import { writePolicy } from '@sotto/loader/csp';
import type { Json } from '@sotto/widget-core/api';
import { isInlineLayout, readLayoutWord } from '@sotto/widget-core/internal/layouts';
import { parseAddress } from '@sotto/widget-core/internal/server';
import { scriptAddress, toAttributes, type Installation } from './installation';
import { reactSnippet } from './reactSnippet';
import { wordPressSnippet } from './wordPressSnippet';

/** Ways to install a widget. */
export const SNIPPET_KINDS = ['script', 'element', 'react', 'tag-manager', 'wordpress'] as const;
/** See {@link SNIPPET_KINDS}. */
export type SnippetKind = (typeof SNIPPET_KINDS)[number];

/** Code to copy, and its policy requirements. */
export interface Snippet {
  readonly kind: SnippetKind;
  readonly label: string;
  /** Where to put it, in one sentence. */
  readonly place: string;
  /** The page of the docs about the place. */
  readonly guide?: { readonly label: string; readonly to: string };
  /** Language for highlighting. */
  readonly language: 'html' | 'tsx' | 'php';
  readonly code: string;
  /** Header lines for a page with a Content Security Policy. */
  readonly policy: string;
}

/** All ways to install a widget, exactly as copied. */
export function writeSnippets(installation: Installation): readonly Snippet[] {
  const policy = policyFor(installation);
  const parts: readonly Omit<Snippet, 'policy'>[] = [
    {
      kind: 'script',
      label: 'Script tag',
      place: 'Paste it just before </body> on every page.',
      guide: {
        label: 'Where that is in Wix, Squarespace, Shopify, WordPress and others',
        to: '/docs/guides/install-site-builders',
      },
      language: 'html',
      code: scriptSnippet(installation),
    },
    {
      kind: 'element',
      label: 'Element',
      place: 'Paste it where the chat should appear.',
      language: 'html',
      code: elementSnippet(installation),
    },
    {
      kind: 'react',
      label: 'React',
      place: 'Install @sotto/widget-react, and put the component into the root of your app.',
      language: 'tsx',
      code: reactSnippet(installation),
    },
    {
      kind: 'tag-manager',
      label: 'Google Tag Manager',
      place: 'Create a Custom HTML tag with this content, and fire it on all pages.',
      language: 'html',
      code: tagManagerSnippet(installation),
    },
    {
      kind: 'wordpress',
      label: 'WordPress',
      place: 'Save it as sotto-chat/sotto-chat.php, pack the folder as a zip file, and upload it under Plugins.',
      language: 'php',
      code: wordPressSnippet(installation),
    },
  ];
  return parts.map((part) => ({ ...part, policy }));
}

function scriptSnippet(installation: Installation): string {
  const attributes = [['widget', installation.widget] as const, ...toAttributes(installation.settings)].map(
    ([name, value]) => ` data-${name}="${escapeAttribute(value)}"`,
  );
  return `<script async src="${escapeAttribute(scriptAddress(installation))}"${attributes.join('')}></script>`;
}

function elementSnippet({ base, widget, settings }: Installation): string {
  const { layout } = settings ?? {};
  const inline = isInlineLayout(readLayoutWord(layout)) ? settings : { ...settings, layout: 'stretch' };
  const attributes = [['widget', widget] as const, ...toAttributes(inline)].map(
    ([name, value]) => ` ${name}="${escapeAttribute(value)}"`,
  );
  return `<script async src="${escapeAttribute(scriptAddress({ base }))}"></script>\n<sotto-chat${attributes.join('')} style="height:600px"></sotto-chat>`;
}

/**
 * In old JavaScript, because tag managers accept nothing newer; settings are set separately, because they remove
 * `data-` attributes.
 */
function tagManagerSnippet(installation: Installation): string {
  const settings = escapeForScript({ widget: installation.widget, ...installation.settings });
  return `<script>
  (function () {
    if (document.querySelector('script[src*="/integrations/widget/v2.js"]')) return;
    window.sottoSettings = ${settings};
    var script = document.createElement('script');
    script.async = true;
    script.src = ${escapeForScript(scriptAddress(installation))};
    document.head.appendChild(script);
  })();
</script>`;
}

function policyFor({ base, settings = {} }: Installation): string {
  const { voiceIn, voiceOut, buttonIcon } = settings;
  const origin = new URL(base).origin;
  // A plain word is the id of a file on the server.
  const address = typeof buttonIcon === 'string' && /^[\w-]+$/.test(buttonIcon) ? origin : buttonIcon;
  const image =
    typeof address === 'string' && /^https?:\/\//i.test(address) ? parseAddress(address)?.origin : undefined;
  return writePolicy(
    { origin, voice: voiceIn === true || voiceOut === true, images: image === undefined ? [] : [image] },
    'header',
  );
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** JSON that is safe inside a script element. */
function escapeForScript(value: Json): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
