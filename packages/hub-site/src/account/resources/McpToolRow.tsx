import type { McpTool } from '@sotto/hub-api';

/** What a tool is beside what its owner has accepted, in words. */
const STATES: Readonly<Record<Exclude<McpTool['state'], 'accepted'>, string>> = {
  new: 'New since you attached the server, and paused.',
  changed: 'Changed by the server, and paused.',
  gone: 'The server has it no more.',
};

/** One tool of an MCP server: what it says, what has changed, and whether it asks. */
export function McpToolRow({ server, tool }: { server: string; tool: McpTool }) {
  const { name, description, state, accepted, needsApproval, digest } = tool;
  return (
    <li>
      <code>{name}</code> <span className="quiet">{description}</span>
      {state !== 'accepted' && <p>{STATES[state]}</p>}
      {accepted && (
        <>
          <p>What you have accepted:</p>
          <pre className="code">{describe(accepted)}</pre>
          <p>What the server says now:</p>
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
              : 'It runs without a question, whenever the bot thinks that it should. '}
            <button className="button quiet small" name="do" value={needsApproval ? 'no-question' : 'ask'}>
              {needsApproval ? `No question for ${name}` : `Ask before ${name}`}
            </button>
          </p>
        ) : (
          <button className="button quiet small" name="do" value="accept">
            {state === 'gone' ? `Forget ${name}` : `Accept ${name}`}
          </button>
        )}
      </form>
    </li>
  );
}

function describe({ title, description, effect, parameters }: NonNullable<McpTool['accepted']>): string {
  const does = effect === 'read' ? 'It says that it only looks something up.' : 'It may change something.';
  return [title, description, does, JSON.stringify(parameters, null, 2)].filter(Boolean).join('\n');
}
