// Finds maps, sets, lists and caches that server files keep in memory beyond one call.
import { parseSync } from 'vite'

const collections = new Set(['Map', 'Set', 'LRUCache'])
const changing = new Set(['set', 'add', 'push', 'unshift'])

type Node = { readonly type: string }

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

const partOf = (node: Node, name: string): unknown => Reflect.get(node, name)

function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  const name = partOf(node, 'name')
  return node.type === 'Identifier' && typeof name === 'string' ? name : undefined
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((part: unknown) => (Array.isArray(part) ? part : [part]).filter(isNode))
}

const isFunction = ({ type }: Node) => /Function(?:Expression|Declaration)$/.test(type)

/** Whether the value is an empty collection or a cache. */
function makesCollection(value: unknown): boolean {
  if (!isNode(value)) return false
  if (value.type === 'ArrayExpression') return childrenOf(value).length === 0
  const callee = nameOf(partOf(value, 'callee'))
  if (value.type === 'CallExpression') return callee === 'boundedCache'
  return value.type === 'NewExpression' && callee !== undefined && collections.has(callee)
}

function isNewAndEmpty(node: Node): boolean {
  const given = partOf(node, 'arguments')
  return node.type === 'NewExpression' && makesCollection(node) && Array.isArray(given) && given.length === 0
}

/** Whether the syntax node adds to the named collection or passes it on. */
function isFilledIn(node: Node, name: string): boolean {
  if (node.type === 'CallExpression') {
    const callee = partOf(node, 'callee')
    if (isNode(callee) && callee.type === 'MemberExpression') {
      const method = nameOf(partOf(callee, 'property')) ?? ''
      if (nameOf(partOf(callee, 'object')) === name && changing.has(method)) return true
    }
    const given = partOf(node, 'arguments')
    if (Array.isArray(given) && given.some((one) => nameOf(one) === name)) return true
  }
  return childrenOf(node).some((child) => isFilledIn(child, name))
}

/**
 * Names the collections that can outlive a call: those of a module itself, and those that an inner function fills,
 * such as in a factory.
 */
export function listCollectionsInMemory(path: string, text: string): string[] {
  const { program } = parseSync(path, text)
  const found: string[] = []
  const visit = (node: Node, around: Node | undefined): void => {
    const name = node.type === 'VariableDeclarator' ? nameOf(partOf(node, 'id')) : undefined
    if (name !== undefined && makesCollection(partOf(node, 'init'))) {
      const filling = around === undefined ? [program] : functionsIn(around)
      if (filling.some((one) => isNode(one) && isFilledIn(one, name))) found.push(name)
    }
    // A collection that belongs to an object lives as long as the object.
    const key = node.type === 'Property' ? nameOf(partOf(node, 'key')) : undefined
    const held = partOf(node, 'value')
    if (key !== undefined && isNode(held) && isNewAndEmpty(held)) found.push(key)
    for (const child of childrenOf(node)) visit(child, isFunction(node) ? node : around)
  }
  if (isNode(program)) visit(program, undefined)
  return [...new Set(found)]
}

/** Functions within a node, except callbacks that are called immediately for each item. */
function functionsIn(node: Node): Node[] {
  return childrenOf(node).flatMap((child) =>
    isFunction(child) && !isCallback(node) ? [child] : functionsIn(child),
  )
}

const atOnce = new Set(['map', 'flatMap', 'forEach', 'filter', 'some', 'every', 'reduce', 'find', 'toSorted'])

function isCallback(node: Node): boolean {
  const callee = node.type === 'CallExpression' ? partOf(node, 'callee') : undefined
  return isNode(callee) && atOnce.has(nameOf(partOf(callee, 'property')) ?? '')
}
