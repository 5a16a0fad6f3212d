import type { HubType, Publishing } from '@sotto/hub-api';
import { itemPath, personName } from '../../site/hubTypes';
import { countOf } from '../../shell/ItemGrid';
import { A, useSite } from '../../site/SiteContext';
import { RESOURCE_KINDS } from './resourceKinds';

type Runnable = Publishing['runs'][number];

/** What is missing before publishing, and what everybody could then read and run. */
export function PublishingSection({ type, id, publishing }: { type: HubType; id: string; publishing: Publishing }) {
  const { visibility, isReady, checks, tested, shows, runs, mcpServers } = publishing;
  const { viewer, workspaces } = useSite();
  const noun = type === 'widget' ? type : RESOURCE_KINDS[type].noun;
  const isPublic = visibility === 'public';
  // In a team, the team is the author.
  const isNameless = viewer?.name.trim() === '' && !workspaces.some(({ isTeam, isCurrent }) => isTeam && isCurrent);
  const hasAll = checks.every(({ passes }) => passes);
  return (
    <section className="publishing" id="publishing" aria-labelledby="publishing-title">
      <h2 id="publishing-title">Publishing</h2>
      <p className="quiet">
        {isPublic
          ? `This ${noun} is listed on the Hub. `
          : !isReady
            ? `This ${noun} can be public when all of these are done.`
            : hasAll
              ? `This ${noun} can be public: choose it under “Who may see it”.`
              : 'This server lets you publish even if these checks fail.'}
        {isPublic && <A to={itemPath({ type, slug: null, id })}>See it on the Hub</A>}
      </p>
      <ul className="check-list">
        {checks.map(({ name, title, passes, remedy }) => (
          <li key={name} data-passes={passes}>
            <span className="check-mark" aria-hidden="true">
              {passes ? '✓' : '○'}
            </span>
            <span>
              <span className="visually-hidden">{passes ? 'Done: ' : 'To do: '}</span>
              {title}
              {!passes && <span className="check-remedy"> {remedy}</span>}
            </span>
          </li>
        ))}
      </ul>
      {tested && (
        <p>
          {tested.total === 0
            ? `Recommended before you publish: at least one check, so that you notice when an answer is no longer right. `
            : `${String(tested.passed)} of ${countOf(tested.total, 'check passes', 'checks pass')}. `}
          <A to={tested.path}>{tested.total === 0 ? 'Add a check' : 'See the checks'}</A>
        </p>
      )}
      {isNameless && (
        <p>
          Readers see its author as {personName({ name: '' })}. <A to="/account#profile">Add your name</A>
        </p>
      )}
      <details className="more" open={!isPublic}>
        <summary>{isPublic ? 'What is public' : 'What becomes public'}</summary>
        <ul>
          {shows.map((sentence) => (
            <li key={sentence}>{sentence}.</li>
          ))}
        </ul>
        {runs.length + mcpServers.length > 0 && (
          <>
            <p>Everyone who tries it can run these:</p>
            <ul className="run-list">
              {runs.map((ability, index) => (
                <li key={index}>
                  <strong dir="auto">{ability.name}</strong>: {describeRun(ability)}
                </li>
              ))}
              {mcpServers.map((server) => (
                <li key={`mcp ${server}`}>
                  The tools of the MCP server <strong dir="auto">{server}</strong>, with the headers that you set.
                </li>
              ))}
            </ul>
          </>
        )}
      </details>
    </section>
  );
}

function describeRun({ isActing, asksFirst, needsProof, hosts, secrets }: Runnable): string {
  const does = !isActing
    ? 'looks something up'
    : asksFirst
      ? 'changes something, after the visitor said yes'
      : 'changes something, without a question';
  const calls = hosts.length === 0 ? '' : `; it calls ${hosts.join(', ')}`;
  const carries =
    secrets.length === 0 ? '' : ` with your ${secrets.length === 1 ? 'secret' : 'secrets'} ${secrets.join(', ')}`;
  const whom = needsProof ? '; for verified visitors only, so not in a trial on the Hub' : '';
  return `${does}${calls}${carries}${whom}.`;
}
