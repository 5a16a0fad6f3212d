/**
 * HTML written by `renderMarkdown` from this project's files, or by `renderUserMarkdown` from user content. Nothing
 * else may be passed.
 */
export function TrustedHtml({ html, className = 'prose' }: { html: string; className?: string }) {
  // oxlint-disable-next-line sotto/no-html -- written by a renderer of ours that shows HTML as text
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
