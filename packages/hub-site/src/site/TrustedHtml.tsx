/** Text of this project's own files as HTML. Nothing that somebody else wrote comes here. */
export function TrustedHtml({ html, className = 'prose' }: { html: string; className?: string }) {
  // eslint-disable-next-line no-restricted-syntax -- markdown of this repository, rendered by renderMarkdown
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
