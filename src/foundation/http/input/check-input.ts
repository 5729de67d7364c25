import { beginningOf } from '#foundation/text/cut-text.ts'
import { z } from 'zod'
import { InvalidFields, UnexpectedKind, type Failure } from '../../failures/failure.ts'
import { fieldText } from './field-text.ts'
import { messages } from '../contract/messages.ts'
import { inputShape, unknownFields, type UnknownField } from './unknown-fields.ts'

type Shapes = Parameters<typeof unknownFields>[1]
type Part = { readonly schema: unknown; readonly httpPart?: string | undefined }
type Check = (input: unknown) => { readonly value: unknown } | { readonly error: Failure }

/**
 * Checks what a request brings against its schema, and that it brings nothing else: all problems at once, each under the
 * path of its field. `answered` finds shapes of what may come back although nothing is made of it. Shapes are made with the
 * first request of a route: those of all of them would be a tenth of the product's start.
 */
export function inputCompiler(answered: () => Shapes): (part: Part) => Check {
  return ({ schema, httpPart }) => {
    if (!(schema instanceof z.ZodType)) throw new TypeError('Requests are described by zod alone')
    const isClosed = httpPart === 'body' || httpPart === 'querystring'
    let made: Shapes | undefined
    const shapes = () => (made ??= [inputShape(schema), ...(httpPart === 'body' ? answered() : [])])
    return (sent) => {
      const input = httpPart === 'querystring' ? withoutEmpty(sent) : sent
      const parsed = schema.safeParse(input, { error: fieldText })
      const issues = parsed.error?.issues ?? []
      if (issues.some(({ path }) => path.length === 0)) return { error: new UnexpectedKind() }
      const problems = [
        ...issues.map(({ path, message }) => [path.join('.'), message] as const),
        ...(isClosed ? unknownFields(input, shapes()).map(unknownField) : []),
      ]
      // The first text of a field stays.
      if (problems.length > 0) return { error: new InvalidFields(Object.fromEntries(problems.toReversed())) }
      return { value: parsed.data }
    }
  }
}

/** A parameter without a value is as if it were not there, such as the one of an input that was left empty. */
function withoutEmpty(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}

/** What a schema makes of the fields of a form, which may hold no others; throws what is wrong with them. */
export function readFields<Schema extends z.ZodType>(schema: Schema, fields: unknown): z.output<Schema> {
  const parsed = schema.safeParse(fields, { error: fieldText })
  const problems = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message] as const),
    ...unknownFields(fields, [inputShape(schema)]).map(unknownField),
  ]
  if (problems.length > 0 || !parsed.success) {
    throw new InvalidFields(Object.fromEntries(problems.toReversed()))
  }
  return parsed.data
}

/** Throws for a body with fields where none is taken. */
export function refuseFields(body: unknown): void {
  const unknown = unknownFields(body, [{ type: 'object' }])
  if (unknown.length > 0) throw new InvalidFields(Object.fromEntries(unknown.map(unknownField)))
}

function unknownField({ path, name }: UnknownField): readonly [string, string] {
  return [beginningOf(path, 200), messages.unknown(beginningOf(name, 200))]
}
