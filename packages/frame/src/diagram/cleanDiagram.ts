/**
 * Removes a diagram's own settings (contract 3.3): only the frame chooses rendering options.
 *
 * Settings are directives (`%%{init: …}%%`) and a front matter block between `---` lines, of which only the title is
 * kept. An unfinished directive becomes a comment.
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
