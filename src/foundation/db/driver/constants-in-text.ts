import {
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type PrimitiveValueListNode,
  ValueListNode,
  ValueNode,
} from 'kysely'

/**
 * Writes what is the same each time into the statement's text: numbers, words, and whether something is so. As parameters
 * they keep PostgreSQL from planning it once: a plan for any limit takes it for a tenth of the table, and one for any state
 * cannot use an index of those in one state, so that each run is planned anew.
 */
class ConstantsInText extends OperationNodeTransformer {
  protected override transformNodeImpl<Node extends OperationNode>(node: Node): Node
  protected override transformNodeImpl(node: OperationNode): OperationNode {
    if (isList(node) && node.values.every(isConstant)) {
      return ValueListNode.create(node.values.map((value) => ValueNode.createImmediate(value)))
    }
    return super.transformNodeImpl(node)
  }

  protected override transformValue(node: ValueNode): ValueNode {
    return isConstant(node.value) ? ValueNode.createImmediate(node.value) : node
  }
}

function isList(node: OperationNode): node is PrimitiveValueListNode {
  return node.kind === 'PrimitiveValueListNode'
}

function isConstant(value: unknown): boolean {
  return ['number', 'string', 'boolean'].includes(typeof value)
}

const transformer = new ConstantsInText()

export const constantsInText: KyselyPlugin = {
  transformQuery: ({ node }) => transformer.transformNode(node),
  transformResult: ({ result }) => Promise.resolve(result),
}
