import type { PolicyName } from '../site/siteHeaders';

/** The part of Trusted Types that is used here: TypeScript's types of the browser have none of it. */
interface PolicyFactory {
  createPolicy(
    name: PolicyName,
    rules: { createHTML: (text: string) => string },
  ): { createHTML(text: string): unknown };
}

/**
 * Makes the one policy of a name: a page makes each once.
 *
 * @param createHTML - makes HTML that can be trusted out of what it gets
 * @returns parses into a document that runs nothing
 */
export function createTrust(name: PolicyName, createHTML: (text: string) => string): (text: string) => Document {
  const { trustedTypes: factory } = globalThis as { trustedTypes?: PolicyFactory };
  const policy = factory?.createPolicy(name, { createHTML });
  return (text) => {
    const html = policy ? policy.createHTML(text) : createHTML(text);
    return new DOMParser().parseFromString(html as string, 'text/html');
  };
}
