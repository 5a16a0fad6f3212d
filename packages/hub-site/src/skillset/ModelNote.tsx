import { A, useSite } from '../site/SiteContext';

/** What a chat can do without a model, by kind. */
const CAN = {
  skillset: 'The chat shows what each ability is for, but none of them runs.',
  dataset: 'The chat searches the documents and quotes what fits.',
  bot: 'The chat quotes its documents and shows what its abilities are for, but none of them runs.',
} as const;

/**
 * Note above a chat that only the built-in guide answers, shown before the first message, so that visitors do not
 * mistake it for a model.
 */
export function ModelNote({ type, hasModel }: { type: string; hasModel: boolean }) {
  const { viewer } = useSite();
  if (hasModel || !(type in CAN)) return null;
  return (
    <p className="model-note" role="note">
      <strong>No language model is connected on this server.</strong> {CAN[type as keyof typeof CAN]}
      {viewer?.roles.includes('operator') === true && (
        <>
          {' '}
          Set <code>OPENAI_BASE_URL</code>, <code>OPENAI_API_KEY</code> and <code>OPENAI_MODEL</code> to connect one:{' '}
          <A to="/docs/guides/operator#choosing-a-model">Choosing a model</A>.
        </>
      )}
    </p>
  );
}
