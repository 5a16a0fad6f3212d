import type { PolicyName } from '../site/siteHeaders';

/** The part of Trusted Types in use; TypeScript's DOM types do not include it. */
interface PolicyFactory {
  createPolicy(
    name: PolicyName,
    rules: { createHTML: (text: string) => string },
  ): { createHTML(text: string): unknown };
}

/**
 * Creates the policy of a name; each can be created once per page.
 *
 * @param createHTML - sanitizes its input
 * @returns parses HTML into an inert document
 */
export function createTrust(name: PolicyName, createHTML: (text: string) => string): (text: string) => Document {
  const { trustedTypes: factory } = globalThis as { trustedTypes?: PolicyFactory };
  const policy = factory?.createPolicy(name, { createHTML });
  return (text) => {
    const html = policy ? policy.createHTML(text) : createHTML(text);
    return new DOMParser().parseFromString(html as string, 'text/html');
  };
}
