// Finds the messages in a source file: the first arguments of `t`, `msg` and `rich` from src/foundation/language.
import { type ESTree, parseSync, Visitor } from 'vite'

type Argument = ESTree.Argument

export type FoundMessage = {
  readonly message: string
  /** The position of the message's literal in the file. */
  readonly start: number
  readonly end: number
  /** The names of the message's values, or null if they are not an object literal. */
  readonly values: readonly string[] | null
}

type Found = {
  readonly messages: FoundMessage[]
  /** Where a message is not a literal. */
  readonly unreadable: number[]
  /** A text that is translated when the file loads, before its reader is known. */
  readonly early: number[]
}

/** Finds a file's messages. */
export function findMessages(path: string, text: string): Found {
  const messages: FoundMessage[] = []
  const [unreadable, early]: [number[], number[]] = [[], []]
  if (!text.includes('/language/')) return { messages, unreadable, early }
  const { program, module } = parseSync(path, text)
  const names = new Set(
    module.staticImports
      .filter(({ moduleRequest }) => /\/language\/(?:t|rich)\.ts$/.test(moduleRequest.value))
      .flatMap(({ entries }) => entries.map(({ localName }) => localName.value))
      .filter((name) => /^(?:t|msg|rich)$/.test(name)),
  )
  if (names.size === 0) return { messages, unreadable, early }
  let depth = 0
  const [enter, leave] = [() => void (depth += 1), () => void (depth -= 1)]
  new Visitor({
    CallExpression: ({ callee, arguments: [first, second], start }) => {
      if (callee.type !== 'Identifier' || !names.has(callee.name)) return
      if (depth === 0 && callee.name !== 'msg') early.push(start)
      const message = literalOf(first)
      if (message === undefined || first === undefined) unreadable.push(start)
      else messages.push({ message, start: first.start, end: first.end, values: keysOf(second) })
    },
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
  }).visit(program)
  return { messages, unreadable, early }
}

function literalOf(node: Argument | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type !== 'TemplateLiteral' || node.quasis.length > 1) return undefined
  return node.quasis[0]?.value.cooked ?? undefined
}

function keysOf(node: Argument | undefined): string[] | null {
  if (node === undefined) return []
  if (node.type !== 'ObjectExpression') return null
  const keys = node.properties.map((property) => {
    if (property.type === 'SpreadElement' || property.key.type !== 'Identifier') return undefined
    return property.key.name
  })
  return keys.every((key) => key !== undefined) ? keys : null
}
