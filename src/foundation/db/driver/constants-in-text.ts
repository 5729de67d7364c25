import {
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type PrimitiveValueListNode,
  ValueListNode,
  ValueNode,
} from 'kysely'

/**
 * Writes numbers, words and booleans into the statement's text. As parameters, they would prevent PostgreSQL from
 * planning the statement only once: a plan for any limit assumes a tenth of the table, and a plan for any state cannot
 * use a partial index, so each run would be planned again.
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
