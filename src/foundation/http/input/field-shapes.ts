// Derives the other schemas of a resource from its fields, which are defined once with their rules and defaults.
import { z } from 'zod'

type Fields = Readonly<Record<string, z.ZodType>>

type WithoutDefaults<Shape extends Fields> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodDefault<infer Inner extends z.ZodType> ? Inner : Shape[Name]
}

/** The fields of an update. Missing ones stay unchanged and have no defaults. */
export function withoutDefaults<Shape extends Fields>(shape: Shape): WithoutDefaults<Shape>
export function withoutDefaults(shape: Fields): Readonly<Record<string, z.core.$ZodType>> {
  return mapFields(shape, (field) => (field instanceof z.ZodDefault ? field.unwrap() : field))
}

type Answered<Shape extends Fields> = {
  [Name in keyof Shape]: z.ZodType<z.output<Shape[Name]>, z.output<Shape[Name]>>
}

/** The fields of a response. Only their types are checked, because values stored under older rules are returned too. */
export function answered<Shape extends Fields>(shape: Shape): Answered<Shape>
export function answered(shape: Fields): Fields {
  return mapFields(shape, kindOf)
}

function kindOf(field: z.core.$ZodType): z.ZodType {
  if (field instanceof z.ZodDefault || field instanceof z.ZodOptional) return kindOf(field.unwrap())
  if (field instanceof z.ZodNullable) return kindOf(field.unwrap()).nullable()
  if (field instanceof z.ZodPipe) return kindOf(field.in)
  if (field instanceof z.ZodArray) return z.array(kindOf(field.element))
  if (field instanceof z.ZodRecord) return z.record(z.string(), kindOf(field.valueType))
  if (field instanceof z.ZodObject) return z.object(mapFields(field.shape, kindOf))
  if (field instanceof z.ZodUnion) return z.union(field.options.filter(isAnswered).map(kindOf))
  if (field instanceof z.core.$ZodString) return z.string()
  if (field instanceof z.core.$ZodNumber) return z.number()
  if (field instanceof z.ZodEnum || field instanceof z.ZodBoolean) return field
  throw new TypeError('This kind of field has no response schema yet')
}

/** Whether this alternative of a union can be in a response. An alternative that transforms its input never is. */
function isAnswered(way: z.core.$ZodType): boolean {
  return !(way instanceof z.ZodPipe)
}

function mapFields<Field>(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  map: (field: z.core.$ZodType) => Field,
): Record<string, Field> {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, map(field)]))
}
