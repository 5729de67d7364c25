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
 * Checks a request against its schema and that it has no other fields, and reports all problems together by field path.
 * `answered` returns the shapes of read-only fields that can be sent back. Shapes are built at a route's first request,
 * because building all of them would take a tenth of the product's start-up time.
 */
export function inputCompiler(answered: () => Shapes): (part: Part) => Check {
  return ({ schema, httpPart }) => {
    if (!(schema instanceof z.ZodType)) throw new TypeError('Only zod schemas can describe requests')
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
      // Only the first message for a field counts.
      if (problems.length > 0) return { error: new InvalidFields(Object.fromEntries(problems.toReversed())) }
      return { value: parsed.data }
    }
  }
}

/** A query parameter without a value is ignored, for example one from an empty input. */
function withoutEmpty(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}

/** Parses the fields of a form and rejects unknown ones. Throws the errors by field. */
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

/** Throws if a body has fields although none are accepted. */
export function refuseFields(body: unknown): void {
  const unknown = unknownFields(body, [{ type: 'object' }])
  if (unknown.length > 0) throw new InvalidFields(Object.fromEntries(unknown.map(unknownField)))
}

function unknownField({ path, name }: UnknownField): readonly [string, string] {
  return [beginningOf(path, 200), messages.unknown(beginningOf(name, 200))]
}
