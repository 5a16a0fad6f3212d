/** What was done, by action of the audit log. */
const WORDS: Readonly<Record<string, string>> = {
  'ability.test': 'Tested an ability',
  'ability.update': 'Changed an ability',
  'account.create': 'Created the account',
  'account.delete': 'Deleted an account',
  'account.export': 'Exported the account',
  'account.signin': 'Signed in',
  'account.signin-refused': 'A sign-in was refused',
  'account.signout': 'Signed out',
  'audit.cut': 'Removed old entries of this log',
  'audit.export': 'Exported this log',
  'contact.delete': 'Deleted a contact',
  'contact.export': 'Exported contacts',
  'conversation.delete': 'Deleted a conversation',
  'conversation.export': 'Exported conversations',
  'conversation.read': 'Read a conversation',
  'hub.restore': 'Put an item back on the Hub',
  'hub.takedown': 'Took an item off the Hub',
  'invitation.create': 'Invited somebody to the server',
  'invitation.delete': 'Withdrew an invitation to the server',
  'key.create': 'Created an API key',
  'key.delete': 'Deleted an API key',
  'member.delete': 'Removed a member',
  'member.invite': 'Invited a member',
  'member.join': 'Joined the team',
  'member.leave': 'Left the team',
  'member.update': 'Changed the role of a member',
  'member.uninvite': 'Withdrew an invitation',
  'mcp.sign-in': 'Signed in to an MCP server',
  'mcp.sign-out': 'Signed out of an MCP server',
  'mcp.tool-accept': 'Accepted a changed MCP tool',
  'mcp.tool-update': 'Changed an MCP tool',
  'operator.claim': 'Became the operator',
  'passkey.add': 'Added a passkey',
  'passkey.remove': 'Removed a passkey',
  'password.update': 'Changed the password',
  'retention.delete': 'Deleted old conversations',
  'second-factor.add': 'Turned on two-factor authentication',
  'second-factor.recovery': 'Made new recovery codes',
  'second-factor.remove': 'Turned off two-factor authentication',
  'second-factor.reset': 'Reset two-factor authentication',
  'server.pause': 'Paused replies on the server',
  'server.resume': 'Resumed replies on the server',
  'session.revoke': 'Signed out other browsers',
  'subject.delete': 'Deleted everything of a visitor',
  'subject.export': 'Exported everything of a visitor',
  'team.create': 'Created the team',
  'team.delete': 'Deleted a team',
  'tool.answer': 'Answered a question before a tool ran',
  'tool.ask': 'Was asked before a tool ran',
  'tool.call': 'Ran a tool that changes something',
  'visitor.sign-out': 'Signed a visitor out',
  'vote.export': 'Exported votes',
  'webhook.create': 'Added a webhook',
  'webhook.delete': 'Deleted a webhook',
  'webhook.off': 'Switched off a failing webhook',
  'webhook.secret': 'Made a new webhook secret',
  'webhook.update': 'Changed a webhook',
  'widget.create': 'Created a widget',
  'widget.delete': 'Deleted a widget',
  'widget.identity-key': 'Made a new identity key of a widget',
  'widget.update': 'Changed a widget',
};

/** What was done, in words. An action that this page does not know is named as it is. */
export function auditWords(action: string): string {
  return WORDS[action] ?? action;
}

/** Pages of what an entry is about, by type. */
const PAGES: Readonly<Record<string, string>> = {
  conversation: '/conversations',
  widget: '/integrations/widget',
  webhook: '/account/webhooks',
};

/** Page of what an entry is about; undefined if there is none, or it was deleted. */
export function auditTarget(action: string, type: string | null, id: string | null): string | undefined {
  const page = type === null ? undefined : PAGES[type];
  return page === undefined || id === null || action.endsWith('.delete') ? undefined : `${page}/${id}`;
}
