import type { McpTool } from '@sotto/hub-api';

/** Labels for the comparison of a tool with its accepted version. */
const STATES: Readonly<Record<Exclude<McpTool['state'], 'accepted'>, string>> = {
  new: 'New since you attached the server, and paused.',
  changed: 'Changed by the server, and paused.',
  gone: 'The server no longer has it.',
};

/** One tool of an MCP server: its description, what has changed, and whether it requires approval. */
export function McpToolRow({ server, tool }: { server: string; tool: McpTool }) {
  const { name, description, state, accepted, needsApproval, digest, app, showsApp } = tool;
  return (
    <li>
      <code>{name}</code> <span className="quiet">{description}</span>
      {state !== 'accepted' && <p>{STATES[state]}</p>}
      {accepted && (
        <>
          <p>What you have accepted:</p>
          <pre className="code">{describe(accepted)}</pre>
          <p>The server’s current description:</p>
          <pre className="code">{describe(tool)}</pre>
        </>
      )}
      {state === 'new' && <pre className="code">{describe(tool)}</pre>}
      <form method="post">
        <input type="hidden" name="form" value={`mcp-${server}`} />
        <input type="hidden" name="tool" value={name} />
        <input type="hidden" name="digest" value={digest} />
        {state === 'accepted' ? (
          <p>
            {needsApproval
              ? 'Visitors are asked before it runs. '
              : 'It runs without asking, whenever the bot decides to. '}
            <button className="button quiet small" name="do" value={needsApproval ? 'no-question' : 'ask'}>
              {needsApproval ? `No question for ${name}` : `Ask before ${name}`}
            </button>
          </p>
        ) : (
          <button className="button quiet small" name="do" value="accept">
            {state === 'gone' ? `Forget ${name}` : `Accept ${name}`}
          </button>
        )}
        {state === 'accepted' && app && (
          <p>
            {showsApp
              ? 'Its app is shown to visitors. '
              : 'It has an app. When it is shown, the app’s page in the visitor’s browser gets the arguments and the result of each call. '}
            {describeApp(app)}{' '}
            <button className="button quiet small" name="do" value={showsApp ? 'hide-app' : 'show-app'}>
              {showsApp ? `Hide the app of ${name}` : `Show the app of ${name}`}
            </button>
          </p>
        )}
      </form>
    </li>
  );
}

function describeApp({ digest, origins }: NonNullable<McpTool['app']>): string {
  if (digest === '') return 'Its page cannot be read at the moment.';
  return origins.length === 0 ? 'It connects to no other site.' : `It can reach: ${origins.join(', ')}.`;
}

function describe({ title, description, effect, parameters, app }: NonNullable<McpTool['accepted']>): string {
  const does = effect === 'read' ? 'Declared as read-only.' : 'It may change something.';
  const shows = app && `App ${app.uri}, digest ${app.digest}. ${describeApp(app)}`;
  return [title, description, does, shows, JSON.stringify(parameters, null, 2)].filter(Boolean).join('\n');
}
