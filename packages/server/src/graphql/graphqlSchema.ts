import type { Statements } from './queryLimits';

/** Maximum number of database statements per field resolver (`resolvers.ts`). */
export const STATEMENTS: Statements = {
  'Query.usage': 4,
  'Query.skillset': 1,
  'Query.conversations': 4,
  'Query.contacts': 2,
  'Query.votes': 2,
  'Query.hub': 1,
  'Query.mine': 1,
  'Skillset.abilities': 1,
  'Mutation.createSkillset': 13,
  'Mutation.updateSkillset': 7,
  'Mutation.createAbility': 14,
  'Mutation.deleteSkillset': 9,
};

/** The schema of contract 1.9. Times are in milliseconds since the epoch, as everywhere in the API. */
export const SCHEMA = /* GraphQL */ `
  scalar Time
  enum HubType { skillset bot dataset widget blueprint }
  type User { id: ID!, name: String!, displayName: String!, email: String!, displayEmail: String! }
  type Meter { used: Float!, limit: Float }
  type Usage { plan: String!, status: String!, period: String!, messages: Meter!, widgets: Meter!, storageBytes: Meter!, tokens: Float!, cost: Float! }
  type Ability { id: ID!, name: String!, description: String!, instruction: String! }
  type Skillset { id: ID!, slug: String, name: String!, description: String!, visibility: String!, version: Int!, \
createdAt: Time!, updatedAt: Time!, abilities: [Ability!]! }
  type Card { id: ID!, slug: String, name: String!, description: String!, visibility: String!, updatedAt: Time! }
  type CardPage { items: [Card!]!, cursor: String }
  type Contact { id: ID!, conversationId: ID!, widgetId: ID!, name: String, email: String, phone: String, \
externalId: String, isVerified: Boolean!, createdAt: Time!, updatedAt: Time! }
  type ContactPage { items: [Contact!]!, cursor: String }
  enum VoteDirection { up down }
  type Vote { conversationId: ID!, widgetId: ID!, messageId: ID!, messageText: String!, direction: VoteDirection!, \
value: Int!, reason: String, createdAt: Time!, updatedAt: Time! }
  type VotePage { items: [Vote!]!, cursor: String }
  type VoteCount { up: Int!, down: Int! }
  type Conversation { id: ID!, widgetId: ID!, contact: Contact, votes: VoteCount!, createdAt: Time!, lastActivityAt: Time! }
  type ConversationPage { items: [Conversation!]!, cursor: String }
  input SkillsetInput { name: String, description: String, visibility: String, version: Int }
  input AbilityInput { name: String, description: String, instruction: String, effect: String, needsApproval: Boolean, \
confirm: String, requires: String }
  type Query {
    me: User
    usage: Usage!
    skillset(id: ID!): Skillset
    conversations(widgetId: ID, first: Int = 20, after: String): ConversationPage!
    contacts(widgetId: ID, first: Int = 20, after: String): ContactPage!
    votes(widgetId: ID, first: Int = 20, after: String): VotePage!
    hub(type: HubType!, q: String, first: Int = 20, after: String): CardPage!
    mine(type: HubType!, first: Int = 20, after: String): CardPage!
  }
  type Mutation {
    createSkillset(input: SkillsetInput!): Skillset!
    updateSkillset(id: ID!, input: SkillsetInput!): Skillset!
    createAbility(skillsetId: ID!, input: AbilityInput!): Ability!
    deleteSkillset(id: ID!): ID!
  }
`;
