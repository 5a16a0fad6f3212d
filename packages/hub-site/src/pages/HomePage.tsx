import type { ContentLibrary } from '../content/contentLibrary';
import { ProductPicture } from '../marketing/ProductPicture';
import { AddressForm } from '../shell/AddressForm';
import type { Route } from '../site/route';
import { A } from '../site/SiteContext';

const PROMISES = [
  {
    title: 'Light on the page',
    text: 'One script of three kilobytes draws the button. Nothing else is loaded until a visitor moves toward it.',
  },
  {
    title: 'Nothing is lost',
    text: 'A reply survives a reload, a second tab, a dropped connection and a restarted server. Messages typed offline go out once.',
  },
  {
    title: 'At home on strict pages',
    text: 'Two lines in a Content Security Policy are enough. It works with Trusted Types and never touches your styles.',
  },
  {
    title: 'Yours to run',
    text: 'One command on a laptop, PostgreSQL when you outgrow it. Any OpenAI-compatible model answers, or the built-in guide.',
  },
];

const STEPS = [
  {
    title: 'Start the server',
    code: 'npx @sotto/server',
    text: 'One process with its database inside. It prints the address it listens on.',
  },
  {
    title: 'Paste one line',
    code: '',
    text: 'Before the end of the body of any page. A button appears in the corner.',
  },
  {
    title: 'Give it something to know',
    code: '',
    text: 'Upload documents, choose skillsets from the Hub, or connect a language model of your own.',
  },
];

/** Address: / */
export function homeRoute(content: ContentLibrary): Route {
  const text = content.get('/home');
  return {
    path: '/',
    show: ({ absolute }) => ({
      shell: 'site',
      head: {
        title: 'Sotto, a lightweight chat for your page',
        description: text?.description,
        canonical: '/',
      },
      body: <HomePage description={text?.description ?? ''} script={absolute('/integrations/widget/v2.js')} />,
    }),
  };
}

/** The start page: what it is, the one line that installs it, and where to read on. */
function HomePage({ description, script }: { description: string; script: string }) {
  return (
    <>
      <section className="column home-hero">
        <div>
          <h1>A lightweight chat for your page</h1>
          <p className="lead">{description}</p>
          <AddressForm submit="Start with your site" />
          <p className="home-ways">
            <A to="/docs/guides/site-owner">Install it</A>
            <A to="/demo">See it on a plain page</A>
            <A to="/hub">Explore the Hub</A>
          </p>
        </div>
        <ProductPicture name="chat-light" sizes="(max-width: 900px) 94vw, 560px" isFirst className="home-picture" />
      </section>
      <section className="column promises" aria-label="What to expect">
        {PROMISES.map(({ title, text }) => (
          <div key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        ))}
      </section>
      <section className="column home-steps">
        <h2>From nothing to a chat in three steps</h2>
        <ol className="steps">
          {STEPS.map(({ title, text, code }, index) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
              {code !== '' && (
                <pre tabIndex={0} role="region" aria-label="The command">
                  <code>{code}</code>
                </pre>
              )}
              {index === 1 && (
                <pre tabIndex={0} role="region" aria-label="The line to paste">
                  <code>{`<script async src="${script}" data-widget="demo"></script>`}</code>
                </pre>
              )}
              {index === 2 && (
                <p>
                  <A to="/hub/skillsets">Look at skillsets</A>
                </p>
              )}
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}
