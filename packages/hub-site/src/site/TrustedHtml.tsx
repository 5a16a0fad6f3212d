/**
 * HTML that `renderMarkdown` wrote from this project's own files, or `renderUserMarkdown` from what a person wrote. No
 * other comes here.
 */
export function TrustedHtml({ html, className = 'prose' }: { html: string; className?: string }) {
  // oxlint-disable-next-line sotto/no-html -- written by a renderer of ours that shows HTML as text
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
