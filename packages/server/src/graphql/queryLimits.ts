import {
  getNamedType,
  GraphQLError,
  isObjectType,
  Kind,
  OperationTypeNode,
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type InlineFragmentNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** How deep a query may be (contract 1.9). */
export const MAX_DEPTH = 10;
/** Things on one page (contract 1.9). */
export const MAX_PAGE = 200;
/** Fields that a query may request, each counted as often as its list is long. */
export const MAX_FIELDS = 5_000;
/** Statements that a query may send to the database, each counted as often as its list is long. */
export const MAX_STATEMENTS = 30;
/** How long the statements of a query may take together, in milliseconds. */
export const DATABASE_MS = 2_000;
/** Size of a page for which no number is given, or only a variable: counted as the full page. */
const UNKNOWN_PAGE = MAX_PAGE;

/**
 * How many statements a field's resolver sends to the database at most, by `Type.field`; one that is not listed sends
 * none.
 */
export type Statements = Readonly<Record<string, number>>;

/** A validation rule that refuses queries which are too deep or request too much, before they are executed. */
export function limitRule(statements: Statements): (context: ValidationContext) => ASTVisitor {
  return (context) => ({
    Document(document) {
      const fragments = new Map(
        document.definitions.flatMap((node) =>
          node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
        ),
      );
      const scope: Scope = { schema: context.getSchema(), statements, fragments, measured: new Map() };
      for (const node of document.definitions) {
        if (node.kind !== Kind.OPERATION_DEFINITION) continue;
        const problem = problemOf(
          measure(scope, node.selectionSet, scope.schema.getRootType(node.operation) ?? undefined),
        );
        if (problem !== undefined) context.reportError(new GraphQLError(problem, { nodes: node }));
      }
    },
  });
}

/** Whether a document only reads. */
export function isReadOnly(document: DocumentNode): boolean {
  return document.definitions.every(
    (node) => node.kind !== Kind.OPERATION_DEFINITION || node.operation === OperationTypeNode.QUERY,
  );
}

interface Measure {
  readonly depth: number;
  readonly fields: number;
  readonly statements: number;
}

function problemOf({ depth, fields, statements }: Measure): string | undefined {
  if (depth > MAX_DEPTH) return `The query is deeper than ${String(MAX_DEPTH)} levels`;
  if (fields > MAX_FIELDS) return `The query requests more than ${String(MAX_FIELDS)} fields`;
  if (statements > MAX_STATEMENTS)
    return `The query needs more than ${String(MAX_STATEMENTS)} statements of the database. Request less at once`;
  return undefined;
}

interface Scope {
  readonly schema: GraphQLSchema;
  readonly statements: Statements;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /**
   * Fragments that were measured: each is once, however often it is spread, or a few that spread each other twice would
   * take for ever.
   */
  readonly measured: Map<string, Measure>;
}

const NOTHING: Measure = { depth: 0, fields: 0, statements: 0 };

function measure(scope: Scope, set: SelectionSetNode | undefined, type: GraphQLNamedType | undefined): Measure {
  let sum = NOTHING;
  for (const node of set?.selections ?? []) {
    let part: Measure;
    if (node.kind === Kind.FIELD) {
      const name = node.name.value;
      const own = scope.statements[`${type?.name ?? ''}.${name}`] ?? 0;
      // Introspection is the same for all callers and small.
      const inner = name.startsWith('__') ? NOTHING : measure(scope, node.selectionSet, fieldType(type, name));
      const first = node.arguments?.find((argument) => argument.name.value === 'first')?.value;
      const times =
        first === undefined
          ? 1
          : 'value' in first && typeof first.value === 'string' && /^\d+$/.test(first.value)
            ? Math.max(1, Number(first.value))
            : UNKNOWN_PAGE;
      part = { depth: 1 + inner.depth, fields: 1 + times * inner.fields, statements: own + times * inner.statements };
    } else {
      part =
        node.kind === Kind.INLINE_FRAGMENT ? measureFragment(scope, node, type) : measureSpread(scope, node.name.value);
    }
    sum = {
      depth: Math.max(sum.depth, part.depth),
      fields: sum.fields + part.fields,
      statements: sum.statements + part.statements,
    };
    if (problemOf(sum) !== undefined) return sum;
  }
  return sum;
}

function measureSpread(scope: Scope, name: string): Measure {
  const known = scope.measured.get(name);
  if (known) return known;
  // A circle of fragments is refused by another rule; here it must only end.
  scope.measured.set(name, NOTHING);
  const measured = measureFragment(scope, scope.fragments.get(name), undefined);
  scope.measured.set(name, measured);
  return measured;
}

function measureFragment(
  scope: Scope,
  fragment: FragmentDefinitionNode | InlineFragmentNode | undefined,
  around: GraphQLNamedType | undefined,
): Measure {
  const type = fragment?.typeCondition ? scope.schema.getType(fragment.typeCondition.name.value) : around;
  return measure(scope, fragment?.selectionSet, type);
}

/** The type of what a field gives, or of the things in its list. */
function fieldType(type: GraphQLNamedType | undefined, name: string): GraphQLNamedType | undefined {
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  return field && getNamedType(field.type);
}
