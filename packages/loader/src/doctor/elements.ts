/** Creates elements in one document, with text content only, never HTML. */
export interface Elements {
  make: (name: string, properties?: Readonly<Record<string, string>>, ...children: (Node | string)[]) => HTMLElement;
  button: (label: string, press: () => void, properties?: Readonly<Record<string, string>>) => HTMLElement;
}

/** See {@link Elements}. */
export function createElements(page: Document): Elements {
  const make: Elements['make'] = (name, properties = {}, ...children) => {
    const made = page.createElement(name);
    for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  return {
    make,
    button(label, press, properties = {}) {
      const made = make('button', { type: 'button', ...properties }, label);
      made.addEventListener('click', press);
      return made;
    },
  };
}
