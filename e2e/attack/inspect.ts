/** Something in the page that must not be there. */
export interface Finding {
  /** `data-key` of the message it is in, or `page`. */
  readonly at: string;
  readonly what: string;
  readonly detail: string;
}

/** Whose addresses may be used without a click. */
export interface Own {
  readonly server: string;
  readonly host: string;
}

/**
 * Looks at everything the frame shows. Runs in the page, so it uses nothing from outside itself.
 *
 * @param added - look at these elements and what is in them instead, and at no boxes
 * @returns elements that run, load, post or name something; addresses with a scheme that is not allowed; words of a
 *   message that are outside its box
 */
export function inspectFrame(own: Own, added?: readonly Element[]): Finding[] {
  const findings: Finding[] = [];
  const note = (element: Element, what: string, detail: string): void => {
    findings.push({ at: element.closest('article')?.dataset['key'] ?? 'page', what, detail: detail.slice(0, 160) });
  };
  const banned = new Set([
    'script',
    'style',
    'object',
    'embed',
    'applet',
    'base',
    'meta',
    'link',
    'noscript',
    'template',
    'iframe',
    'frame',
    'portal',
    'foreignobject',
    'animate',
    'set',
    'use',
    'image',
    'marquee',
    'xmp',
    'plaintext',
  ]);
  const dangerous = new Set([
    'srcdoc',
    'ping',
    'formaction',
    'action',
    'background',
    'srcset',
    'imagesrcset',
    'popover',
    'popovertarget',
    'commandfor',
    'is',
    'contenteditable',
    'autofocus',
    'manifest',
    'codebase',
    'longdesc',
    'data',
    'slot',
    'nonce',
  ]);
  const isOurs = (element: Element): boolean =>
    element.closest('.katex') !== null || /(?:^|\s)sotto-/.test(element.getAttribute('class') ?? '');

  // Diagrams are drawn in shadow roots.
  const withShadows = (element: Element): Element[] => [
    element,
    ...[...(element.shadowRoot?.querySelectorAll('*') ?? [])].flatMap(withShadows),
  ];
  const looked = added
    ? added.flatMap((root) => [root, ...root.querySelectorAll('*')])
    : [...document.querySelectorAll('#root *')];
  for (const element of looked.flatMap(withShadows)) {
    const tag = element.localName.toLowerCase();
    if (banned.has(tag)) note(element, 'element', element.outerHTML);
    if ((tag === 'form' || tag === 'dialog') && !isOurs(element)) note(element, 'element', element.outerHTML);
    if (
      tag === 'input' &&
      ['password', 'file', 'hidden', 'image', 'submit'].includes((element as HTMLInputElement).type) &&
      element.closest('article')
    )
      note(element, 'element', element.outerHTML);
    for (const { name, value } of element.attributes) {
      const local = name.toLowerCase().replace(/^.*:/, '');
      if (local.startsWith('on') || dangerous.has(local)) note(element, 'attribute', `${name}="${value}"`);
      if (['href', 'src', 'poster', 'cite'].includes(local)) checkAddress(element, tag, local, value);
      if (element.closest('.sotto-message-main') === null) continue;
      if (local === 'id' && !/^(?:sotto|[_:«]?r?[_:]?)/.test(value)) note(element, 'name', `id="${value}"`);
      if (local === 'name' && element.closest('.sotto-form') === null) note(element, 'name', `name="${value}"`);
      if (local === 'style' && !isOurs(element)) note(element, 'style', value);
      if (local === 'style' && /url\(|expression|import/i.test(value)) note(element, 'style', value);
    }
  }
  if (!added) document.querySelectorAll('article.sotto-message').forEach(checkBox);
  return findings;

  function checkAddress(element: Element, tag: string, name: string, value: string): void {
    let url: URL;
    try {
      url = new URL(value, document.baseURI);
    } catch {
      note(element, 'address', `${name}="${value}"`);
      return;
    }
    if (tag === 'a') {
      if (!['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol))
        note(element, 'address', `${name}="${value}"`);
      if (url.protocol.startsWith('http') && !/noopener.*noreferrer/.test(element.getAttribute('rel') ?? ''))
        note(element, 'opener', element.outerHTML);
      return;
    }
    const isOwn = url.origin === own.server || url.origin === own.host;
    const isPicture =
      tag === 'img' &&
      (url.protocol === 'blob:' ||
        /^data:image\/(?:png|jpeg|jpg|gif|webp|avif|bmp|x-icon)[;,]/i.test(value) ||
        (element.classList.contains('sotto-diagram-image') && value.startsWith('data:image/svg+xml')));
    if (!isOwn && !isPicture) note(element, 'address', `${tag} ${name}="${value}"`);
  }

  /** Nothing may be painted outside the row of its message. */
  function checkBox(article: Element): void {
    const row = article.getBoundingClientRect();
    for (const element of article.querySelectorAll(
      ':scope > .sotto-message-main > :not(.sotto-message-foot), :scope > .sotto-message-main > :not(.sotto-message-foot) *',
    )) {
      const box = element.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      let { left, right, top, bottom } = box;
      if (left >= row.left - 2 && right <= row.right + 2 && top >= row.top - 2 && bottom <= row.bottom + 2) continue;
      let isClipped = false;
      for (let around = element; around !== article && around.parentElement; around = around.parentElement) {
        const style = getComputedStyle(around);
        if (style.clipPath !== 'none' || style.visibility === 'hidden' || style.opacity === '0') isClipped = true;
        if (around === element) continue;
        const edge = around.getBoundingClientRect();
        if (style.overflowX !== 'visible' || style.contain.includes('paint'))
          [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        if (style.overflowY !== 'visible' || style.contain.includes('paint'))
          [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      }
      if (isClipped || right - left < 2 || bottom - top < 2) continue;
      if (left < row.left - 2 || right > row.right + 2 || top < row.top - 2 || bottom > row.bottom + 2) {
        note(
          element,
          'layout',
          `<${element.localName} class="${element.getAttribute('class') ?? ''}"> ` +
            `${[left, top, right, bottom].map(Math.round).join(',')} outside ` +
            `${[row.left, row.top, row.right, row.bottom].map(Math.round).join(',')}`,
        );
        return;
      }
    }
  }
}

/**
 * From now on everything that ever enters the frame is looked at, also what is gone a moment later. Runs in the page,
 * with `window.inspectFrame`.
 */
export function watchEveryStep(own: Own): void {
  const page = window as unknown as { __heard: { kind: string; detail: unknown }[]; inspectFrame: typeof inspectFrame };
  const root = document.querySelector('#root');
  if (!root) throw new Error('there is nothing to look at');
  new MutationObserver((records) => {
    const added = new Set(
      records
        .flatMap((record) => (record.type === 'attributes' ? [record.target] : [...record.addedNodes]))
        .filter((node) => node instanceof Element),
    );
    page.__heard.push(...page.inspectFrame(own, [...added]).map((detail) => ({ kind: 'finding', detail })));
  }).observe(root, { subtree: true, childList: true, attributes: true });
}

/**
 * Markup of messages that is read again in another context must still be words (A107). Runs in a page without a policy:
 * the frame's own forbids to read markup at all.
 *
 * @param messages - key and inner markup of each
 */
export function readAgain(messages: readonly (readonly [string, string])[]): Finding[] {
  const contexts = ['noscript', 'xmp', 'iframe', 'noembed', 'title', 'textarea', 'svg', 'math', 'select', 'table'];
  return messages.flatMap(([at, markup]) =>
    contexts.flatMap((context) => {
      const again = new DOMParser().parseFromString(`<${context}>${markup}</${context}>`, 'text/html');
      const found = [...again.querySelectorAll('*')].find(
        (element) =>
          element.localName === 'script' || [...element.attributes].some(({ name }) => name.startsWith('on')),
      );
      return found ? [{ at, what: 'second reading', detail: `${context}: ${found.outerHTML.slice(0, 160)}` }] : [];
    }),
  );
}
