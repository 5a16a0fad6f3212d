import { GraphQLError, Kind, OperationTypeNode, type ASTVisitor, type DocumentNode, type FragmentDefinitionNode, type SelectionSetNode, type ValidationContext } from 'graphql';

/** How deep a query may be (contract 1.9). */
export const MAX_DEPTH = 10;
/** Things on one page (contract 1.9). */
export const MAX_PAGE = 200;
/** Fields that a query may ask for, each counted as often as its list is long. */
export const MAX_COST = 5_000;
/** Size of a page for which no number is given, or only a variable: as if it were asked for whole. */
const UNKNOWN_PAGE = MAX_PAGE;

/** A validation rule that refuses queries which are too deep or ask for too much, before anything is done for them. */
export function limitRule(context: ValidationContext): ASTVisitor {
  return {
    Document(document) {
      const fragments = new Map(document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])));
      for (const node of document.definitions) {
        if (node.kind !== Kind.OPERATION_DEFINITION) continue;
        const { depth, cost } = measure(node.selectionSet, fragments, new Set());
        if (depth > MAX_DEPTH) context.reportError(new GraphQLError(`The query is deeper than ${String(MAX_DEPTH)} levels`, { nodes: node }));
        else if (cost > MAX_COST) context.reportError(new GraphQLError('The query asks for too much at once', { nodes: node }));
      }
    },
  };
}

/** Whether a document only reads. */
export function isReadOnly(document: DocumentNode): boolean {
  return document.definitions.every((node) => node.kind !== Kind.OPERATION_DEFINITION || node.operation === OperationTypeNode.QUERY);
}

interface Measure {
  readonly depth: number;
  readonly cost: number;
}

function measure(set: SelectionSetNode | undefined, fragments: ReadonlyMap<string, FragmentDefinitionNode>, open: ReadonlySet<string>): Measure {
  let depth = 0;
  let cost = 0;
  for (const node of set?.selections ?? []) {
    if (node.kind === Kind.FIELD) {
      // What the schema says about itself is the same for everybody and small.
      if (node.name.value.startsWith('__')) continue;
      const inner = measure(node.selectionSet, fragments, open);
      const first = node.arguments?.find(({ name }) => name.value === 'first')?.value;
      const times = first === undefined ? 1 : 'value' in first && typeof first.value === 'string' && /^\d+$/.test(first.value) ? Math.max(1, Number(first.value)) : UNKNOWN_PAGE;
      depth = Math.max(depth, 1 + inner.depth);
      cost += 1 + times * inner.cost;
    } else {
      const name = node.kind === Kind.FRAGMENT_SPREAD ? node.name.value : undefined;
      // A circle of fragments is refused by another rule; here it must only end.
      if (name !== undefined && open.has(name)) continue;
      const inner = measure(node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments.get(name ?? '')?.selectionSet, fragments, name === undefined ? open : new Set([...open, name]));
      depth = Math.max(depth, inner.depth);
      cost += inner.cost;
    }
    if (cost > MAX_COST) return { depth, cost };
  }
  return { depth, cost };
}
