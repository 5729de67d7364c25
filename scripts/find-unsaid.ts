// Finds texts that people could read but that are not translatable messages.
import { type ESTree, parseSync, Visitor } from 'vite'

export type Unsaid = { readonly where: string; readonly text: string }

/** Functions whose texts are for logs, programs or programmers. */
const forPrograms =
  /^(?:sql|fixed|Error|TypeError|RangeError|console|log|logger|describe|join|startsWith|endsWith|includes|replace|replaceAll|split|addEventListener|querySelector|querySelectorAll|matchMedia|getElementById|setAttribute|set|header|headers|raw|execute|assert|span)$/

/** Functions whose literals only name columns, tables, operators, keys or events. */
const namesAlone =
  /^(?:selectFrom|innerJoin|leftJoin|rightJoin|where|whereRef|on|onRef|eb|ref|val|select|orderBy|groupBy|updateTable|insertInto|deleteFrom|returning|having|columns?|having|as|get|has)$/

/** Fields and attributes whose texts people never read. */
const forMachines =
  /^(?:className|class|style|d|viewBox|href|src|rel|pattern|accept|autoComplete|method|name|type|id|htmlFor|key|sizes|srcSet|allow|sandbox|description|summary|operationId|why|sql)$/

export function findUnsaid({ path, text }: { readonly path: string; readonly text: string }): Unsaid[] {
  const { program } = parseSync(path, text)
  const found: Unsaid[] = []
  const skipped: { readonly start: number; readonly end: number }[] = []
  const add = (raw: string, start: number, end: number) => {
    const said = raw.replaceAll(/\s+/g, ' ').trim()
    if (!isSentence(said)) return
    if (skipped.some((range) => range.start <= start && end <= range.end)) return
    found.push({ where: `${path}:${text.slice(0, start).split('\n').length}`, text: said })
  }
  const skip = (node: ESTree.Node) => skipped.push(node)
  new Visitor({
    CallExpression: (node) => {
      const name = nameOf(node.callee)
      const [first] = node.arguments
      if (/^(?:t|msg|rich)$/.test(name)) {
        if (first) skip(first)
      } else if (namesAlone.test(name))
        node.arguments.filter(({ type }) => /Literal|ArrayExpression/.test(type)).forEach(skip)
      else if (forPrograms.test(name) || /^(?:log|console)\./.test(name)) skip(node)
    },
    NewExpression: (node) => {
      if (forPrograms.test(nameOf(node.callee))) skip(node)
    },
    // Text in a comparison is not shown.
    BinaryExpression: ({ left, right, operator }) => {
      if (/^[!=]==$/.test(operator)) [left, right].forEach(skip)
    },
    SwitchCase: ({ test }) => {
      if (test) skip(test)
    },
    TaggedTemplateExpression: skip,
    ImportDeclaration: skip,
    TSLiteralType: skip,
    Property: (node) => {
      if (node.key.type === 'Identifier' && forMachines.test(node.key.name)) skip(node.value)
      skip(node.key)
    },
    JSXAttribute: (node) => {
      if (node.value && node.name.type === 'JSXIdentifier' && forMachines.test(node.name.name))
        skip(node.value)
    },
  }).visit(program)
  new Visitor({
    Literal: ({ value, start, end }) => {
      if (typeof value === 'string') add(value, start, end)
    },
    TemplateLiteral: ({ quasis, start, end }) =>
      add(quasis.map(({ value }) => value.raw).join(quasis.length > 1 ? '…' : ''), start, end),
    JSXText: ({ value, start, end }) => {
      if (/[a-z]{2}/i.test(value)) add(value, start, end)
    },
  }).visit(program)
  return found
}

function nameOf(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression' && node.property.type === 'Identifier') {
    const object = nameOf(node.object)
    return /^(?:log|console)/.test(object) ? `${object}.${node.property.name}` : node.property.name
  }
  return ''
}

/**
 * Texts for people begin with a capital letter or have several words, one of them plain, and contain no code
 * characters.
 */
function isSentence(said: string): boolean {
  const words = said.match(/[A-Za-z][a-z’']+/g) ?? []
  if (words.length === 0 || /^[a-z0-9_.:/#?&=%-]+$/.test(said)) return false
  if (/[{}=;|\\]|=>|^\.|^\/|^--|:\/\/|\b(?:select|where|insert|update|delete) /.test(said)) return false
  return /^[“"(]?[A-Z][a-z’']+(?:\b|$)/.test(said) || (words.length > 2 && / [a-z]+ /.test(said))
}
