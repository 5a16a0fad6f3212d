const SNIPPET = '<script async src="https://chat.example.com/integrations/widget/v2.js" data-widget="demo"></script>';

const PROMISES = [
  { title: 'It keeps its voice down', text: 'One script of three kilobytes draws the button. Nothing else is loaded until a visitor reaches for it.' },
  { title: 'Nothing is lost', text: 'A reply survives a reload, a second tab, a dropped connection and a restarted server. Messages typed offline go out once.' },
  { title: 'At home on strict pages', text: 'Two lines in a Content Security Policy are enough. It works with Trusted Types and never touches your styles.' },
  { title: 'Yours to run', text: 'One command on a laptop, PostgreSQL when you outgrow it. Any OpenAI-compatible model answers, or the built-in guide.' },
];

/** The start page: what it is, the one line that installs it, and where to read on. */
export function HomePage({ basePath }: { basePath: string }) {
  return (
    <>
      <section className="hero">
        <h1>A chat for your page that keeps its voice down</h1>
        <p>Sotto is an embeddable AI chat widget with the server behind it. Paste one line, and visitors get answers that stream in as readable text.</p>
        <p className="actions">
          <a className="button" href={`${basePath}/demo`}>
            See it on a plain page
          </a>
          <a className="button quiet" href={`${basePath}/docs/guides/site-owner`}>
            Install it
          </a>
        </p>
        <pre tabIndex={0} role="region" aria-label="The line to paste">
          <code>{SNIPPET}</code>
        </pre>
      </section>
      <section className="promises" aria-label="What to expect">
        {PROMISES.map(({ title, text }) => (
          <div key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        ))}
      </section>
    </>
  );
}
