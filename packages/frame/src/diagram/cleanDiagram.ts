/**
 * The source of a diagram without its own settings (contract 3.3): rendering options are set by the frame alone.
 *
 * Settings come as directives (`%%{init: …}%%`) and as a head between `---` lines, of which only the title stays.
 * What is left of an unfinished directive becomes a comment.
 */
export function withoutSettings(source: string): string {
  return source
    .replace(/^\s*---[^\S\n]*\n([\s\S]*?)\n[^\S\n]*---[^\S\n]*(?:\n|$)/, (_, head: string) => {
      const title = /^title:[^\S\n]*(.+)$/m
        .exec(head)?.[1]
        ?.replace(/[^\p{L}\p{N}\p{P}\p{Zs}]/gu, '')
        .replaceAll(/["'\\]/g, '');
      return title === undefined ? '' : `---\ntitle: "${title}"\n---\n`;
    })
    .replace(/%%\{[\s\S]*?\}%%/g, '')
    .replaceAll('%%{', '%% ');
}
