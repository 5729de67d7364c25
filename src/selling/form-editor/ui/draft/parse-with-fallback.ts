import type { z } from 'zod'

/** What a schema makes of values; in place of a field that it refuses, that of `fallback` is taken. */
export function parseWithFallback<Schema extends z.ZodObject>(
  schema: Schema,
  values: object,
  fallback: object,
): z.output<Schema> {
  const issues = schema.safeParse(values).error?.issues ?? []
  const refused = new Set(issues.map(({ path }) => path[0]))
  const replaced = Object.entries(fallback).filter(([name]) => refused.has(name))
  return schema.parse({ ...values, ...Object.fromEntries(replaced) })
}
