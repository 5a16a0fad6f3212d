import {
  emptyResponseSchema,
  mcpServerRequestSchema,
  mcpToolAcceptRequestSchema,
  mcpToolUpdateRequestSchema,
  type Skillset,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import { redirect } from '../../site/route';
import { TextBox, TextField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import { BUTTON_ONLY, submitForm, type FormState } from '../forms/formState';
import { McpToolRow } from './McpToolRow';
import type { McpTest } from './mcpTest';
import { DeleteForm, type ResourceAction } from './resourcePages';

const attach: ResourceAction = async ({ form, hub, href }, skillset) => {
  const fields = {
    name: form.get('name')?.trim() ?? '',
    url: form.get('url')?.trim() ?? '',
    headers: readHeaders(form.get('headers') ?? ''),
  };
  const answer = await submitForm(form, mcpServerRequestSchema, fields, (value) =>
    hub.post(`/skillset/${skillset}/mcp/create`, idResponseSchema, value),
  );
  return 'state' in answer ? answer.state : redirect(href(`/skillsets/${skillset}?saved&test=${answer.done.id}#mcp`));
};

/** All forms of one server carry its id; the pressed button selects the action. */
const change: ResourceAction = async ({ form, hub, href }, skillset) => {
  const id = encodeURIComponent((form.get('form') ?? '').replace(/^mcp-/, ''));
  const at = `/skillset/${skillset}/mcp/${id}`;
  const does = form.get('do');
  const name = form.get('tool') ?? '';
  const answer =
    does === 'accept'
      ? await submitForm(form, mcpToolAcceptRequestSchema, { name, digest: form.get('digest') ?? '' }, (value) =>
          hub.post(`${at}/tool/accept`, idResponseSchema, value),
        )
      : does === 'ask' || does === 'no-question'
        ? await submitForm(form, mcpToolUpdateRequestSchema, { name, needsApproval: does === 'ask' }, (value) =>
            hub.post(`${at}/tool/update`, idResponseSchema, value),
          )
        : does === 'show-app' || does === 'hide-app'
          ? await submitForm(form, mcpToolUpdateRequestSchema, { name, showsApp: does === 'show-app' }, (value) =>
              hub.post(`${at}/tool/update`, idResponseSchema, value),
            )
          : await submitForm(BUTTON_ONLY, emptyResponseSchema, {}, () =>
              hub.post(does === 'sign-out' ? `${at}/sign-in/delete` : `${at}/delete`, idResponseSchema),
            );
  if ('state' in answer) return answer.state;
  return does === null ? undefined : redirect(href(`/skillsets/${skillset}?saved&test=${id}#mcp`));
};

/** Actions of the server forms. */
export function mcpActionFor(form: string): ResourceAction | undefined {
  return form === 'new-mcp' ? attach : form.startsWith('mcp-') ? change : undefined;
}

/** Parses headers, one per line; an invalid line is rejected by the schema. */
function readHeaders(text: string): Record<string, string> {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [line, ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}

/** MCP servers of a skillset: attach, test, detach. */
export function McpServers({
  servers,
  state,
  test,
}: {
  servers: Skillset['mcpServers'];
  state: FormState;
  test: McpTest | undefined;
}) {
  return (
    <section className="mcp" id="mcp" aria-labelledby="mcp-title">
      <h2 id="mcp-title">MCP servers</h2>
      <p className="quiet">The tools of an MCP server (Model Context Protocol) become abilities of this set.</p>
      {servers.length > 0 && (
        <ul className="mcp-list">
          {servers.map((server) => (
            <Server key={server.id} server={server} state={state} test={test?.id === server.id ? test : undefined} />
          ))}
        </ul>
      )}
      <details className="card-form" open={state.name === 'new-mcp'}>
        <summary>Attach a server</summary>
        {/* Headers carry keys: they are not kept in the browser. */}
        <FormFrame name="new-mcp" state={state} submit="Attach and test" keepsDraft={false}>
          <TextField
            form="new-mcp"
            name="name"
            label="Name"
            state={state}
            maxLength={60}
            required
            autoComplete="off"
            hint="Only you see it, for example: Weather"
          />
          <TextField
            form="new-mcp"
            name="url"
            label="Address"
            state={state}
            type="url"
            inputMode="url"
            maxLength={2048}
            required
            autoComplete="off"
            placeholder="https://mcp.example.com/mcp"
            hint="A public https address that speaks streamable HTTP."
          />
          <TextBox
            form="new-mcp"
            name="headers"
            label="Headers"
            state={state}
            rows={2}
            className="code"
            spellCheck={false}
            autoComplete="off"
            hint={
              'One per line, for example Authorization: Bearer … They are encrypted, sent to this server only, and never ' +
              'shown again. {{visitor.token}} stands for a short-lived token of the visitor, {{visitor.sub}} for their id.'
            }
          />
        </FormFrame>
      </details>
    </section>
  );
}

function Server({
  server: { id, name, url, isSignedIn, paused, failure },
  state,
  test,
}: {
  server: Skillset['mcpServers'][number];
  state: FormState;
  test: McpTest | undefined;
}) {
  return (
    <li className="mcp-server" id={`mcp-${id}`}>
      <div className="mcp-head">
        <p>
          <span className="ability-name">{name}</span> <span className="quiet mcp-address">{url}</span>
        </p>
        <form action="#mcp">
          <input type="hidden" name="test" value={id} />
          <button className="button quiet small" type="submit" aria-label={`Test ${name}`}>
            Test
          </button>
        </form>
      </div>
      {isSignedIn && (
        <form method="post">
          <input type="hidden" name="form" value={`mcp-${id}`} />
          <p className="quiet small">
            You are signed in to this server.{' '}
            <button className="button quiet small" type="submit" name="do" value="sign-out">
              Sign out of {name}
            </button>
          </p>
        </form>
      )}
      {state.name === `mcp-${id}` && state.failure && (
        <p className="complaint" role="alert">
          {state.failure.message.replace(/\.?$/, '.')}
        </p>
      )}
      {failure !== undefined && !test && (
        <p className="complaint" role="note">
          The last request to this server failed, so its tools may be missing in conversations:{' '}
          {failure.replace(/\.?$/, '.')} Press Test to try again.
        </p>
      )}
      {paused.length > 0 && !test && (
        <p className="notice" role="note">
          {paused.length === 1 ? 'One tool is paused' : `${String(paused.length)} tools are paused`} because the server
          has changed: {paused.join(', ')}. Press Test to see what is different.
        </p>
      )}
      {test && <TestResult test={test} />}
      <DeleteForm
        noun="server"
        verb="Remove"
        note="Its tools are removed from the next conversation on."
        form={`mcp-${id}`}
      >
        <input type="hidden" name="anchor" value="mcp" />
      </DeleteForm>
    </li>
  );
}

function TestResult({ test: { id, tools, leftOut, failure, signInUrl } }: { test: McpTest }) {
  if (failure !== undefined)
    return (
      <div className="complaint" role="alert">
        <p>{failure.replace(/\.?$/, '.')}</p>
        {signInUrl !== undefined && (
          <p>
            <a className="button small" href={signInUrl} rel="noreferrer">
              Sign in at {new URL(signInUrl).host}
            </a>
          </p>
        )}
      </div>
    );
  if (tools.length === 0 && leftOut.length === 0)
    return (
      <p className="notice" role="status">
        The server responds, but has no tools.
      </p>
    );
  return (
    <div className="notice" role="status">
      <p>{tools.length === 1 ? 'One tool:' : `${tools.length === 0 ? 'No' : String(tools.length)} tools:`}</p>
      <ul>
        {tools.map((tool) => (
          <McpToolRow key={tool.name} server={id} tool={tool} />
        ))}
      </ul>
      {leftOut.length > 0 && (
        <>
          <p>{leftOut.length === 1 ? 'One tool is left out:' : `${String(leftOut.length)} tools are left out:`}</p>
          <ul>
            {leftOut.map(({ name, reason }, index) => (
              <li key={index}>
                <code>{name}</code> {reason.replace(/\.?$/, '.')}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
