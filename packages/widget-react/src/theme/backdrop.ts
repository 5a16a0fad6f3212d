/**
 * What stands behind the conversation: the owner's colour, or a picture that fills the place and keeps its shape
 * [W-34].
 *
 * @param background - as it was checked: a CSS colour or the address of a picture
 */
export function toBackdrop(background: string | undefined): Record<'--sotto-backdrop', string> | undefined {
  if (background === undefined) return undefined;
  const isAddress = /^(?:\/|[a-z]+:)/i.test(background);
  return { '--sotto-backdrop': isAddress ? `url(${JSON.stringify(background)}) center / cover no-repeat` : background };
}
