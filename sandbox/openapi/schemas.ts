import type { Match } from '#api/router.ts'
import { isObject, type Json, type JsonObject } from '#json.ts'

/**
 * Makes the schemas of responses reject unlisted properties, so that fields Stripe has removed are noticed.
 * Schemas of requests, events, errors and pruned parts stay unchanged.
 */
export function closeResponses(document: JsonObject): JsonObject {
  const closed = structuredClone(document)
  const schemas = at(closed, ['components', 'schemas'])
  for (const [name, schema] of Object.entries(schemas ?? {})) {
    if (name.includes('_params') || name === 'event' || name === 'api_errors') continue
    close(schema)
  }
  return closed
}

function close(schema: Json | undefined): void {
  if (Array.isArray(schema)) schema.forEach(close)
  if (!isObject(schema) || schema['x-pruned'] === true) return
  if (isObject(schema.properties) && schema.additionalProperties === undefined) {
    schema.additionalProperties = false
  }
  Object.values(schema).forEach(close)
}

/** GET and DELETE send their parameters in the query string, POST in the form. */
export function requestSchema(document: JsonObject, match: Match): JsonObject | undefined {
  const found = operationOf(document, match)
  if (found === undefined) return undefined
  const form = at(found, ['requestBody', 'content', 'application/x-www-form-urlencoded', 'schema'])
  if (form !== undefined) return withRoot(form)
  const parameters = (Array.isArray(found.parameters) ? found.parameters : []).filter(
    (parameter) => isObject(parameter) && parameter.in === 'query',
  )
  const named = parameters.flatMap((parameter) => {
    if (!isObject(parameter) || typeof parameter.name !== 'string') return []
    return [{ name: parameter.name, schema: parameter.schema, required: parameter.required === true }]
  })
  return withRoot({
    type: 'object',
    properties: Object.fromEntries(named.map(({ name, schema }) => [name, schema])),
    required: named.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  })
}

export function responseSchema(
  document: JsonObject,
  match: Match,
  status: '200' | 'default',
): JsonObject | undefined {
  const found = operationOf(document, match)
  const schema = found && at(found, ['responses', status, 'content', 'application/json', 'schema'])
  if (schema === undefined) return undefined
  const closed = structuredClone(schema)
  close(closed)
  return withRoot(closed)
}

function operationOf(document: JsonObject, { operation }: Match): JsonObject | undefined {
  return at(document, ['paths', operation.path, operation.method.toLowerCase()])
}

function at(root: JsonObject, path: string[]): JsonObject | undefined {
  let place: Json | undefined = root
  for (const key of path) place = isObject(place) ? place[key] : undefined
  return isObject(place) ? place : undefined
}

/** Makes references within the document valid in a schema outside it. */
function withRoot(schema: JsonObject): JsonObject {
  const copy = structuredClone(schema)
  pointOutside(copy)
  return copy
}

function pointOutside(schema: Json | undefined): void {
  if (Array.isArray(schema)) schema.forEach(pointOutside)
  if (!isObject(schema)) return
  if (typeof schema.$ref === 'string' && schema.$ref.startsWith('#/')) schema.$ref = `stripe${schema.$ref}`
  Object.values(schema).forEach(pointOutside)
}
