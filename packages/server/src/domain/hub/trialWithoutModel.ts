/**
 * The notice of a trial without a language model: in full before the first answer, in short before later ones.
 *
 * @param guide - address of the instructions for connecting a model, for the operator; undefined for other visitors
 */
export function noModelNotice(type: 'skillset' | 'bot', guide: string | undefined): { first: string; later: string } {
  const can =
    type === 'skillset'
      ? 'I can show what its abilities are for, but none of them runs.'
      : 'I can quote its documents and show what its abilities are for, but none of them runs.';
  const how =
    guide === undefined
      ? 'Whoever runs this server can connect one.'
      : `Connect one with the settings \`OPENAI_BASE_URL\`, \`OPENAI_API_KEY\` and \`OPENAI_MODEL\`: [Choosing a model](${guide}).`;
  return {
    first: `No language model is connected on this server, so this ${type} cannot really be tried out yet. ${can} ${how}`,
    later: 'Without a language model, abilities cannot run here.',
  };
}
