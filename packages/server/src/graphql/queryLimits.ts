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

/** Maximum depth of a query (contract 1.9). */
export const MAX_DEPTH = 10;
/** Maximum page size (contract 1.9). */
export const MAX_PAGE = 200;
/** Limit of requested fields, each multiplied by the size of its list. */
export const MAX_FIELDS = 5_000;
/** Limit of database statements per query, each multiplied by the size of its list. */
export const MAX_STATEMENTS = 30;
/** Time limit for all statements of a query together, in milliseconds. */
export const DATABASE_MS = 2_000;
/** Page size if none is given. A variable counts as the maximum. */
const UNKNOWN_PAGE = MAX_PAGE;

/** Maximum number of database statements per resolver, by `Type.field`; fields that are not listed send none. */
export type Statements = Readonly<Record<string, number>>;

/** A validation rule that rejects queries which are too deep or request too much, before they are executed. */
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

/** Whether a document contains queries only. */
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
   * Fragments that have been measured. Each is measured once, however often it is spread: otherwise a few fragments
   * that spread each other twice would take exponential time.
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
  // Another rule rejects cyclic fragments; here the recursion only has to end.
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

/** The type of a field, or of the items of its list. */
function fieldType(type: GraphQLNamedType | undefined, name: string): GraphQLNamedType | undefined {
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  return field && getNamedType(field.type);
}
