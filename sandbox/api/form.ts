import { isObject, type Json, type JsonObject } from '#json.ts'
import { invalidRequest } from './errors.ts'

/**
 * Decodes Stripe's form notation, `a[b][0][c]=v`, from a body or query string. All values are strings. Objects with
 * keys 0..n-1 and `a[]=v` become arrays.
 */
export function decodeForm(text: string): JsonObject {
  const root = emptyObject()
  for (const [name, value] of new URLSearchParams(text)) insert(root, splitName(name), value)
  const decoded = withArrays(root)
  return isObject(decoded) ? decoded : root
}

/** Uses an object without a prototype, so that a parameter named `__proto__` is like any other. */
function emptyObject(): JsonObject {
  const empty: unknown = Object.create(null)
  return isObject(empty) ? empty : {}
}

function splitName(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  if (!match) throw invalidRequest(`Invalid parameter name: ${name}`, { param: name })
  const [, head = '', rest = ''] = match
  const keys = rest === '' ? [] : rest.slice(1, -1).split('][')
  if (keys.length > 10) throw invalidRequest(`Parameter is nested too deeply: ${name}`, { param: head })
  return [head, ...keys]
}

function insert(root: JsonObject, path: string[], value: string): void {
  let place = root
  for (const [depth, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(place).length) : part
    const present = place[key]
    if (depth === path.length - 1) {
      if (present !== undefined) throw invalidRequest(`Parameter given twice: ${path.join('.')}`)
      place[key] = value
    } else {
      if (present !== undefined && !isObject(present)) {
        throw invalidRequest(`Parameter is both a value and a hash: ${path.join('.')}`)
      }
      const next = present ?? emptyObject()
      place[key] = next
      place = next
    }
  }
}

function withArrays(value: Json | undefined): Json {
  if (!isObject(value)) return value ?? null
  const entries = Object.entries(value)
  if (entries.length > 0 && entries.every(([key], index) => key === String(index))) {
    return entries.map(([, item]) => withArrays(item))
  }
  const object = emptyObject()
  for (const [key, item] of entries) object[key] = withArrays(item)
  return object
}
