import { z } from 'zod'
import type { Contract, Route } from '../contract/contract.ts'

type Shape = z.core.JSONSchema.JSONSchema | boolean

/** How many unknown fields an error response lists. */
const mostNamed = 20

/** An unknown field. `path` contains its name, which may contain dots. */
export type UnknownField = { readonly path: string; readonly name: string }

/** The fields of a value that are in none of the shapes, at any depth. */
export function unknownFields(value: unknown, shapes: readonly Shape[]): UnknownField[] {
  return search(value, shapes, '').slice(0, mostNamed)
}

/** A schema's shape, for `unknownFields`. */
export function inputShape(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
}

/**
 * The fields of a response, for routes that create or change the item: it can be sent back as it was read,
 * and its read-only fields (id, times, links) do not count as unknown.
 */
export function answeredShapes(contract: Contract, { path }: Route): Shape[] {
  return Object.values(contract)
    .filter((other) => other.method === 'GET' && [path, `${path}/:id`].includes(other.path))
    .map(({ ok }) => z.toJSONSchema(ok.schema, { io: 'output', unrepresentable: 'any' }))
}

function search(value: unknown, shapes: readonly Shape[], path: string): UnknownField[] {
  const choices = shapes.flatMap(choicesOf)
  if (choices.includes('anything')) return []
  const inside = choices.filter((choice) => choice !== 'anything')
  if (Array.isArray(value)) {
    const items = inside.flatMap((choice) => [choice.items ?? [], choice.prefixItems ?? []].flat())
    return value.flatMap((item, index) => (items.length === 0 ? [] : search(item, items, `${path}${index}.`)))
  }
  const objects = inside.filter(({ type }) => type === 'object')
  // A missing or misplaced object is a wrong value and not an unknown field.
  if (typeof value !== 'object' || value === null || objects.length === 0) return []
  return Object.entries(value).flatMap(([name, field]) => {
    const known = objects.flatMap((choice) => fieldOf(choice, name))
    return known.length === 0 ? [{ path: `${path}${name}`, name }] : search(field, known, `${path}${name}.`)
  })
}

type Choice = Exclude<Shape, boolean>

/** The alternatives that a shape consists of. */
function choicesOf(shape: Shape): (Choice | 'anything')[] {
  if (typeof shape === 'boolean') return shape ? ['anything'] : []
  const nested = [shape.anyOf ?? [], shape.oneOf ?? [], shape.allOf ?? []].flat()
  if (nested.length > 0) return nested.flatMap(choicesOf)
  return [shape.type === undefined && shape.not === undefined ? 'anything' : shape]
}

function fieldOf({ properties = {}, additionalProperties = false }: Choice, name: string): Shape[] {
  if (Object.hasOwn(properties, name)) return [properties[name] ?? false]
  return additionalProperties === false ? [] : [additionalProperties]
}
