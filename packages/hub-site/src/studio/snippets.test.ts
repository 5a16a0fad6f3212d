// @vitest-environment happy-dom
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { Installation } from './installation';
import { SNIPPET_KINDS, writeSnippets, type SnippetKind } from './snippets';

const base = 'https://chat.example.com';
const plain: Installation = { base, widget: 'wid_1' };
/** Settings that would break out of every form they are written in. */
const hostile: Installation = {
  base,
  widget: 'wid_1',
  settings: {
    barTitle: `"Ask" 'us' & </script><script>alert(1)</script> \\ {x} \u2028 $y ?>`,
    hideBar: true,
    poweredBy: false,
    theme: { name: 'modern', config: { barText: '#fff' } },
  },
};

function codeOf(kind: SnippetKind, installation: Installation): string {
  return writeSnippets(installation).find((snippet) => snippet.kind === kind)?.code ?? '';
}

/** An attribute is text: what settings come back from it. */
function readBack(attributes: readonly (readonly [string, string])[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(([name, value]) => [
      name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      /^(?:true|false|\{.*\})$/s.test(value) ? (JSON.parse(value) as unknown) : value,
    ]),
  );
}

function attributesOf(html: string, selector: string, prefix = ''): Record<string, unknown> {
  const found = new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html').querySelectorAll(selector);
  expect(found).toHaveLength(1);
  return readBack(
    [...(found[0]?.attributes ?? [])]
      .filter(({ name }) => name.startsWith(prefix) && !['async', 'src', 'style'].includes(name))
      .map(({ name, value }) => [name.slice(prefix.length), value]),
  );
}

describe('L-1 L-3 snippets, letter for letter', () => {
  it('of a script tag', () => {
    expect(codeOf('script', plain)).toBe(
      '<script async src="https://chat.example.com/integrations/widget/v2.js" data-widget="wid_1"></script>',
    );
  });

  it('of an element', () => {
    expect(codeOf('element', plain)).toBe(
      '<script async src="https://chat.example.com/integrations/widget/v2.js"></script>\n<sotto-chat ' +
        'widget="wid_1" layout="stretch" style="height:600px"></sotto-chat>',
    );
    expect(codeOf('element', { ...plain, settings: { layout: 'center' } })).toContain(' layout="center" ');
  });

  it('of React code', () => {
    expect(codeOf('react', plain)).toBe(
      `import { SottoChat } from '@sotto/widget-react/element';\n\nexport function Chat() {\n  return (\n  ` +
        `  <SottoChat\n      base="https://chat.example.com"\n      widget="wid_1"\n    />\n  );\n}`,
    );
  });

  it('of a tag manager', () => {
    expect(codeOf('tag-manager', plain)).toBe(`<script>
  (function () {
    if (document.querySelector('script[src*="/integrations/widget/v2.js"]')) return;
    window.sottoSettings = {"widget":"wid_1"};
    var script = document.createElement('script');
    script.async = true;
    script.src = "https://chat.example.com/integrations/widget/v2.js";
    document.head.appendChild(script);
  })();
</script>`);
  });

  it('of WordPress', () => {
    const code = codeOf('wordpress', plain);
    expect(code).toContain(
      `wp_enqueue_script( 'sotto-chat', 'https://chat.example.com/integrations/widget/v2.js', array(), ` +
        `null, array( 'strategy' => 'async', 'in_footer' => true ) );`,
    );
    expect(code).toContain(`\t\t$attributes['data-widget'] = 'wid_1';\n`);
  });

  it('with the line for a Content Security Policy beside each', () => {
    for (const snippet of writeSnippets(plain))
      expect(snippet.policy).toBe(`Content-Security-Policy: script-src ${base}; frame-src ${base}`);
    const [withVoice] = writeSnippets({
      base: 'https://example.com/chat',
      widget: 'w',
      settings: { voiceIn: true, buttonIcon: 'https://cdn.example.com/a.png' },
    });
    expect(withVoice?.policy.split('\n')).toEqual([
      'Content-Security-Policy: script-src https://example.com; frame-src https://example.com; img-src https://cdn.example.com',
      'Permissions-Policy: microphone=(self "https://example.com"), autoplay=(self "https://example.com")',
    ]);
    const [withFile] = writeSnippets({
      base: 'https://example.com/chat',
      widget: 'w',
      settings: { buttonIcon: 'icon_1' },
    });
    expect(withFile?.policy).toBe(
      'Content-Security-Policy: script-src https://example.com; frame-src https://example.com; img-src https://example.com',
    );
    expect(withVoice?.code).toContain('src="https://example.com/chat/integrations/widget/v2.js"');
  });

  it('for every kind there is', () => {
    expect(writeSnippets(plain).map(({ kind }) => kind)).toEqual([...SNIPPET_KINDS]);
  });
});

describe('L-3 snippets read back', () => {
  const wanted = { widget: 'wid_1', ...hostile.settings };

  it('a script tag', () => {
    expect(attributesOf(codeOf('script', hostile), 'script', 'data-')).toEqual(wanted);
  });

  it('an element', () => {
    expect(attributesOf(codeOf('element', hostile), 'sotto-chat')).toEqual({ ...wanted, layout: 'stretch' });
  });

  it('React code', () => {
    const { outputText } = ts.transpileModule(codeOf('react', hostile), {
      compilerOptions: { jsx: ts.JsxEmit.React, jsxFactory: 'make', module: ts.ModuleKind.CommonJS },
      reportDiagnostics: true,
    });
    const exports: { Chat?: () => unknown } = {};
    runInNewContext(outputText, {
      exports,
      require: () => ({ SottoChat: 'SottoChat' }),
      make: (_: unknown, props: unknown) => props,
    });
    expect(JSON.parse(JSON.stringify(exports.Chat?.()))).toEqual({ base, ...wanted });
  });

  it('a tag of a tag manager, which cannot be left', () => {
    const code = codeOf('tag-manager', hostile);
    expect(code.match(/<\/script>/g)).toHaveLength(1);
    const window: { sottoSettings?: unknown } = {};
    const added: { src: string }[] = [];
    const document = {
      querySelector: () => null,
      createElement: () => ({}),
      head: { appendChild: (script: { src: string }) => added.push(script) },
    };
    runInNewContext(code.replaceAll(/<\/?script>/g, ''), { window, document });
    expect(JSON.parse(JSON.stringify(window.sottoSettings))).toEqual(wanted);
    expect(added[0]?.src).toBe(`${base}/integrations/widget/v2.js`);
  });

  it('a WordPress plugin', () => {
    const assigned = [
      ...codeOf('wordpress', hostile).matchAll(/\$attributes\['data-([a-z-]+)'\] = '((?:[^'\\]|\\['\\])*)';/gs),
    ].map(([, name = '', value = '']) => [name, value.replaceAll(/\\(['\\])/g, '$1')] as const);
    expect(readBack(assigned.filter(([name]) => !/^(?:cfasync|no-)/.test(name)))).toEqual(wanted);
  });
});
