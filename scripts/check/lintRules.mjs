// Rules of our own for oxlint (.oxlintrc.json turns them on): selectors of what is not written, each with its reason.

const HTML =
  '/^(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|setHTMLUnsafe|createContextualFragment|srcdoc)$/';

const rules = {
  'no-html': [
    'HTML is written in parts/SafeHtml.tsx only.',
    `MemberExpression[property.name=${HTML}]`,
    `MemberExpression[computed=true] > Literal[value=${HTML}]`,
    `JSXAttribute[name.name=${HTML}]`,
    `Property[key.name=${HTML}]`,
    'CallExpression[callee.object.name="document"][callee.property.name=/^write(ln)?$/]',
  ],
  'no-can-parse': [
    'URL.canParse refuses good addresses on Node.js 20 and 22, and v.url calls it: use parseAddress or webAddress.',
    'MemberExpression[object.name="URL"][property.name="canParse"]',
    'CallExpression[callee.object.name="v"][callee.property.name="url"]',
  ],
  'no-as-never': ['A value of type never fits everywhere: say what it is.', 'TSAsExpression > TSNeverKeyword'],
};

/** A package is entered from outside through its index.ts; from inside, each file is imported itself. */
const ownEntry = (context) => {
  const [, name] = /\/packages\/([^/]+)\//.exec(context.filename.replaceAll('\\', '/')) ?? [];
  return {
    ':matches(ImportDeclaration, ExportNamedDeclaration, ExportAllDeclaration)[source]': ({ source }) => {
      const from = source.value;
      if (from === `@sotto/${name}` || from.startsWith(`@sotto/${name}/`))
        context.report({ node: source, message: 'Inside a package import the file itself, not the entry.' });
      if (/^\.\.?(\/\.\.)*\/?$|^\.\.?\/(.*\/)?index(\.[jt]sx?)?$/.test(from))
        context.report({ node: source, message: 'index.ts is for outsiders: import the file itself.' });
    },
  };
};

const toRule = ([message, ...selectors]) => ({
  create: (context) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })])),
});

export default {
  meta: { name: 'sotto' },
  rules: {
    ...Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, toRule(rule)])),
    'own-entry': { create: ownEntry },
  },
};
