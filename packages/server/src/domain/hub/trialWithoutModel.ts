/**
 * The notice before the first answer of a trial without a language model.
 *
 * @param has - what there is to try
 * @param guide - address of the instructions for connecting a model, for the operator; undefined for other visitors
 */
export function noModelNotice(
  has: { readonly documents: boolean; readonly abilities: boolean },
  guide: string | undefined,
): string {
  const what = has.documents
    ? `answers are quoted from the documents${has.abilities ? ', and abilities do not run' : ''}`
    : 'abilities are described here but do not run';
  const how = guide === undefined ? '' : ` [Connect a model](${guide})`;
  return `No language model is connected on this server: ${what}.${how}`;
}
