import type { z } from 'zod'
import { messages } from '../contract/messages.ts'
import { lookUp } from '#foundation/values/look-up.ts'

/**
 * The default error message for a field, instead of zod's. A whole number too large to be exact has its own
 * message, because the limits of fields are far lower.
 */
export function fieldText(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return messages.required()
  switch (issue.code) {
    case 'invalid_type':
      return (lookUp(expected, issue.expected) ?? messages.invalid)()
    case 'invalid_value':
      return issue.input === '' ? messages.required() : messages.choice()
    case 'too_small':
      if (Number(issue.minimum) === Number.MIN_SAFE_INTEGER) return messages.tooSmall()
      return limitText(issue.origin, Number(issue.minimum), {
        string: filled(messages.min),
        number: messages.atLeast,
        array: filled(messages.fewest),
      })
    case 'too_big':
      if (Number(issue.maximum) === Number.MAX_SAFE_INTEGER) return messages.tooLarge()
      return limitText(issue.origin, Number(issue.maximum), {
        string: messages.max,
        number: messages.atMost,
        array: messages.most,
      })
    case 'invalid_format':
      return (lookUp(formats, issue.format) ?? messages.invalid)()
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return messages.invalid()
  }
}

const expected: Readonly<Record<string, () => string>> = {
  boolean: messages.boolean,
  string: messages.text,
  number: messages.number,
  nan: messages.number,
  int: messages.wholeNumber,
  array: messages.list,
  object: messages.object,
  record: messages.object,
}

const formats: Readonly<Record<string, () => string>> = {
  email: messages.email,
  url: messages.url,
  uuid: messages.uuid,
  datetime: messages.time,
}

type Text = (limit: number) => string
type Texts = Readonly<Record<'string' | 'number' | 'array', Text>>

/** A minimum of one character or entry means that the field is required. */
function filled(text: Text): Text {
  return (least) => (least === 1 ? messages.required() : text(least))
}

function limitText(origin: string, limit: number, texts: Texts): string {
  if (origin === 'string' || origin === 'array') return texts[origin](limit)
  return origin === 'number' || origin === 'int' ? texts.number(limit) : messages.invalid()
}
