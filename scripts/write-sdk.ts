// Writes the parts of @tillform/sdk that are made from the API's description: the routes that API keys can call, with
// the types of their inputs and outputs.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from './run-tool.ts'

const content = z.record(z.string(), z.object({ schema: z.unknown() }))
const answer = z.object({ content: content.optional() })
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  'x-api-key-right': z.string().optional(),
  parameters: z
    .array(
      z.object({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: z.unknown() }),
    )
    .default([]),
  requestBody: z.object({ content, required: z.boolean().optional() }).optional(),
  responses: z.record(z.string(), z.object({ $ref: z.string() }).or(answer)),
})
const description = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ responses: z.record(z.string(), answer) }),
})

export type Written = {
  /** The routes as JavaScript, and all types. */
  readonly script: string
  readonly types: string
}

/** Writes the routes that API keys can call, in the order of their names. */
export function writeOperations(openapi: unknown): Written {
  const { paths, components } = description.parse(openapi)
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, one]) =>
      one['x-api-key-right'] === undefined ? [] : [{ path, method: method.toUpperCase(), one }],
    ),
  )
  const operations = found.toSorted((a, b) => (a.one.operationId < b.one.operationId ? -1 : 1))
  const routes = operations.map(
    ({ path, method, one }) =>
      `  ${one.operationId}: [${JSON.stringify(method)}, ${JSON.stringify(path.replace(/^\/api/, ''))}],`,
  )
  const types = operations.map(({ one }) => {
    const right = one['x-api-key-right'] ?? ''
    return [
      `  /** ${one.summary.replaceAll('*/', '* /')}. The key needs \`${right}\`. */`,
      `  ${one.operationId}: { input: ${inputOf(one)}; output: ${outputOf(one, components.responses)} }`,
    ].join('\n')
  })
  return {
    script: `export const operations = {\n${routes.join('\n')}\n}\n`,
    types: `export interface Operations {\n${types.join('\n')}\n}\n`,
  }
}

type Operation = z.output<typeof operation>

/** An input in which everything is optional can be left out. */
function inputOf({ parameters, requestBody }: Operation): string {
  const parts = (['path', 'query'] as const).flatMap((place) => {
    const given = parameters.filter((one) => one.in === place)
    if (given.length === 0) return []
    const fields = given.map(
      ({ name, required = false, schema }) =>
        `${JSON.stringify(name)}${required ? '' : '?'}: ${place === 'path' ? 'string' : typeOf(schema)}${required ? '' : ' | undefined'}`,
    )
    const isNeeded = given.some(({ required }) => required === true)
    return [`${place === 'path' ? 'params' : 'query'}${isNeeded ? '' : '?'}: { ${fields.join('; ')} }`]
  })
  const body = requestBody?.content['application/json']?.schema
  if (body !== undefined) parts.push(`body: ${typeOf(body)}`)
  return parts.length === 0 ? '{}' : `{ ${parts.join('; ')} }`
}

function outputOf(
  { responses, operationId }: Operation,
  shared: Record<string, z.output<typeof answer>>,
): string {
  const [, given] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  if (given === undefined) throw new Error(`${operationId} has no response`)
  const found = '$ref' in given ? shared[given.$ref.replace('#/components/responses/', '')] : given
  return typeOf(found?.content?.['application/json']?.schema)
}

const schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  additionalProperties: z.unknown().optional(),
})

/** A JSON Schema as a TypeScript type. */
export function typeOf(given: unknown): string {
  const { success, data } = schema.safeParse(given)
  if (!success) return 'unknown'
  if ('const' in data) return JSON.stringify(data.const)
  if (data.enum !== undefined) return data.enum.map((one) => JSON.stringify(one)).join(' | ')
  const choices = data.anyOf ?? data.oneOf
  if (choices !== undefined) return union(choices.map(typeOf))
  if (data.allOf !== undefined) return data.allOf.map((one) => `(${typeOf(one)})`).join(' & ')
  if (Array.isArray(data.type)) return union(data.type.map((type) => typeOf({ ...data, type })))
  switch (data.type) {
    case 'string':
      return 'string'
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return `Array<${typeOf(data.items)}>`
    case 'object':
      return objectType(data)
    case undefined:
    default:
      return 'unknown'
  }
}

function objectType({ properties = {}, required, additionalProperties }: z.output<typeof schema>): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const isNeeded = required.includes(name)
    return `${JSON.stringify(name)}${isNeeded ? '' : '?'}: ${typeOf(field)}${isNeeded ? '' : ' | undefined'}`
  })
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  const isOpen = typeof additionalProperties === 'object' && additionalProperties !== null
  return isOpen ? `Record<string, ${typeOf(additionalProperties)}>` : '{}'
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

const index = `import { operations } from './api.js'
import { createClient } from './client.js'

export { TillformError } from './errors.js'
export { answerMessages as answerEvents, NotGenuine, verifyMessage as verifyEvent } from './webhooks.js'

/** A client with a method for each route that API keys can call. */
export function createTillform(options) {
  const { send, each } = createClient(options)
  const methods = Object.entries(operations).map(([name, operation]) => [name, (input) => send(operation, input)])
  return { ...Object.fromEntries(methods), each: (name, input) => each(operations[name], input) }
}
`

const indexTypes = `import type { Operations } from './api.js'
import type { CallOptions, ClientOptions } from './client.js'
import type { GivenHeaders } from './webhooks.js'

export { TillformError } from './errors.js'
export { NotGenuine } from './webhooks.js'
export type { CallOptions, ClientOptions, GivenHeaders, Operations }

export type TillformEvent = Operations['readEvent']['output']
/** What a new webhook receives first. Repeat the challenge in the response. */
export type Challenge = { id: string; type: 'endpoint.verify'; challenge: string }

type Method<Of extends { input: object; output: unknown }> = {} extends Of['input']
  ? (input?: Of['input'] & CallOptions) => Promise<Of['output']>
  : (input: Of['input'] & CallOptions) => Promise<Of['output']>
type Lists = { [Name in keyof Operations]: Operations[Name]['output'] extends { data: unknown[] } ? Name : never }[keyof Operations]
type Row<Name extends Lists> = Operations[Name]['output'] extends { data: Array<infer Item> } ? Item : never

export type Tillform = { [Name in keyof Operations]: Method<Operations[Name]> } & {
  /** All rows of a list, page by page, as they are needed. */
  each<Name extends Lists>(name: Name, input?: Operations[Name]['input'] & CallOptions): AsyncGenerator<Row<Name>, void, void>
}
export declare function createTillform(options: ClientOptions): Tillform

/** Verifies a message and parses it. \`body\` is the text as it arrived. Throws \`NotGenuine\`. */
export declare function verifyEvent(body: string, headers: GivenHeaders, secret: string | readonly string[], now?: number): Promise<TillformEvent | Challenge>
/** Responds to a webhook’s requests. Tillform sends an event again if \`onEvent\` throws. */
export declare function answerEvents(secret: string | readonly string[], onEvent: (event: TillformEvent) => unknown): (request: Request) => Promise<Response>
`

const source = join(root, 'packages/sdk/src')

/** Writes the SDK's JavaScript into a folder, with the types of the API. */
export async function writeSdk(openapi: unknown, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of ['client', 'errors', 'webhooks']) {
    const text = stripTypeScriptTypes(await readFile(join(source, `${name}.ts`), 'utf8'))
    await writeFile(join(folder, `${name}.js`), text.replaceAll(/from '(\.\/\w+)\.ts'/g, "from '$1.js'"))
  }
  const { script, types } = writeOperations(openapi)
  await writeFile(join(folder, 'api.js'), script)
  await writeFile(join(folder, 'api.d.ts'), types)
  await writeFile(join(folder, 'index.js'), index)
  await writeFile(join(folder, 'index.d.ts'), indexTypes)
}
