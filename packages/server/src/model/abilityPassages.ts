import type { Passage } from '../reading/readingJobs';
import { toPassages } from '../datasets/passages';
import { readAbility } from './tools/abilityTemplate';

/**
 * An ability as a passage that the built-in guide can quote: its purpose and instruction, without blocks that only a
 * language model can trigger.
 */
export function abilityPassages({
  id,
  name,
  description,
  instruction,
}: {
  id: string;
  name: string;
  description: string;
  instruction: string;
}): Passage[] {
  const { instruction: text } = readAbility(instruction);
  const body = text.replaceAll(/^#{1,6} (.*)$/gm, '**$1**').trim();
  return toPassages({
    kind: 'markdown',
    text: `# ${name || id}\n\n## ${name || id}\n\n${[description.trim(), body].filter((part) => part !== '').join('\n\n')}\n`,
    source: id,
    url: '',
    resolveLink: () => undefined,
  });
}
