// Finds the tables a source file uses, in Kysely calls and raw SQL, for the rules in table-rules.ts.
import { tableNamed, type Table } from './table-owners.ts'

/** A table that is used directly or through the view its owner publishes. */
export type TableUse = { readonly table: Table; readonly isView: boolean; readonly isWrite: boolean }

const reading = ['selectFrom', 'from', 'table', 'using']
const joining = ['innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin']
const lateral = ['innerJoinLateral', 'leftJoinLateral', 'crossJoinLateral']
const writing = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto']
const naming = new Set([...reading, ...joining, ...lateral, ...writing])

/** Our own functions that write to a table, with the position of the argument that names the table. */
const handed = new Map([
  ['claimDue', 1],
  ['catalogTable', 0],
])

type Node = { readonly type: string } & Readonly<Record<string, unknown>>

/**
 * If a table name is computed, it can be any table named in the same function, its types or the constant it uses. If
 * there is none, it can be any table in the file.
 */
export function findTables(program: { readonly body: readonly unknown[] }): TableUse[] {
  const uses = program.body.flatMap((statement) => {
    const nodes = nodesOf(statement)
    const calls = nodes.flatMap(readCall)
    const computed = calls.filter(({ name }) => name === null)
    const texts = computed.length === 0 ? [] : textsMeant(computed, statement, program.body)
    const meant = computed.flatMap(({ isWrite }) => texts.map((name) => ({ name, isWrite })))
    return [...calls, ...meant, ...nodes.flatMap(sqlOf).flatMap(readSql)]
  })
  return uses.flatMap(({ name, isWrite }) => {
    const named = name === null ? undefined : tableNamed(name)
    return named === undefined ? [] : [{ ...named, isWrite }]
  })
}

function textsMeant(
  computed: readonly Naming[],
  statement: unknown,
  body: readonly unknown[],
): readonly string[] {
  const sources = new Set(computed.map(({ source }) => source))
  const constants = body.filter((other) => declared(other).some((name) => sources.has(name)))
  const within = nodesOf([statement, ...constants]).flatMap(textsOf)
  return within.some((text) => tableNamed(text)) ? within : nodesOf(body).flatMap(textsOf)
}

/** `name` is null if it is computed from `source`. */
type Naming = { readonly name: string | null; readonly isWrite: boolean; readonly source?: string }

/** All nodes of the syntax tree except imports. */
function nodesOf(value: unknown, nodes: Node[] = []): Node[] {
  if (!isObject(value)) return nodes
  if (isNode(value)) nodes.push(value)
  if (value['type'] === 'ImportDeclaration') return nodes
  for (const below of Object.values(value)) nodesOf(below, nodes)
  return nodes
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isNode(value: unknown): value is Node {
  return isObject(value) && typeof value['type'] === 'string'
}

function declared(statement: unknown): string[] {
  const direct = isNode(statement) && isNode(statement['declaration']) ? statement['declaration'] : statement
  if (!isNode(direct) || !Array.isArray(direct['declarations'])) return []
  return direct['declarations'].flatMap((one: unknown) =>
    isNode(one) && isNode(one['id']) ? [nameOf(one['id'])] : [],
  )
}

function readCall(node: Node): Naming[] {
  if (node.type !== 'CallExpression' || !isNode(node['callee']) || !Array.isArray(node['arguments']))
    return []
  const { callee } = node
  const given: unknown[] = node['arguments']
  const [first] = given
  const place = handed.get(nameOf(callee))
  if (place !== undefined) return namesIn(given[place], true)
  const method =
    callee.type === 'MemberExpression' && isNode(callee['property']) ? nameOf(callee['property']) : ''
  return naming.has(method) ? namesIn(first, writing.includes(method)) : []
}

function namesIn(argument: unknown, isWrite: boolean): Naming[] {
  if (!isNode(argument)) return []
  if (argument.type === 'ArrayExpression' && Array.isArray(argument['elements']))
    return argument['elements'].flatMap((element: unknown) => namesIn(element, isWrite))
  const isComputed = ['Identifier', 'MemberExpression', 'TemplateLiteral'].includes(argument.type)
  const source = isNode(argument['object']) ? nameOf(argument['object']) : nameOf(argument)
  if (isComputed) return [{ name: null, isWrite, source }]
  return textsOf(argument).map((text) => ({ name: tableIn(text), isWrite }))
}

/** Removes the alias from `purchases as earlier`. */
function tableIn(text: string): string {
  return text.split(' as ')[0] ?? text
}

function nameOf(node: Node): string {
  return typeof node['name'] === 'string' ? node['name'] : ''
}

function textsOf(node: Node): string[] {
  return node.type === 'Literal' && typeof node['value'] === 'string' ? [node['value']] : []
}

/** Raw SQL in templates tagged `sql` and in arguments of the driver's `query`. */
function sqlOf(node: Node): string[] {
  if (node.type === 'TaggedTemplateExpression' && isNode(node['tag']) && nameOf(node['tag']) === 'sql')
    return [templateText(node['quasi'])]
  if (node.type !== 'CallExpression' || !isNode(node['callee']) || !Array.isArray(node['arguments']))
    return []
  const { property } = node['callee']
  const isRaw = isNode(property) && ['query', 'raw'].includes(nameOf(property))
  return isRaw
    ? node['arguments'].filter(isNode).flatMap((text) => [templateText(text), ...textsOf(text)])
    : []
}

function templateText(template: unknown): string {
  if (!isNode(template) || !Array.isArray(template['quasis'])) return ''
  return template['quasis'].map(quasiText).join(' ? ')
}

function quasiText(quasi: unknown): string {
  const value = isObject(quasi) ? quasi['value'] : undefined
  return isObject(value) && typeof value['raw'] === 'string' ? value['raw'] : ''
}

/** Words that can follow a table's name without being its alias. */
const noAlias = String.raw`(?:where|join|left|right|full|inner|cross|natural|on|using|set|order|group|limit|offset|for|union|returning)\b`
const aliased = String.raw`"?[a-z_]+"?(?![.\w])(?:\s+(?:as\s+)?(?!${noAlias})[a-z_]+)?`
const clause = new RegExp(
  String.raw`\b(insert\s+into|delete\s+from|merge\s+into|update|from|join|using)\s+(?:only\s+)?(${aliased}(?:\s*,\s*${aliased})*)`,
  'gi',
)

function readSql(text: string): Naming[] {
  return [...text.matchAll(clause)].flatMap(([, keyword = '', list = '']) =>
    list.split(',').map((table, index) => ({
      name: table.trim().replaceAll('"', '').split(/\s/)[0] ?? '',
      isWrite: index === 0 && /into|delete|update/i.test(keyword),
    })),
  )
}
