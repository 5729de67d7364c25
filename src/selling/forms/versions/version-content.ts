import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { form } from '../contract.ts'
import { formFields } from '../form-fields.ts'
import { versionContent, type VersionContent } from './contract.ts'

/** What buyers see of a form, with its parts. Amounts are in major units. */
export function contentOf(described: z.input<typeof form>): VersionContent {
  return versionContent.parse(described)
}

/** A version's stored content. Fields added to forms and their parts since then have their defaults. */
export function readContent(stored: unknown): VersionContent {
  return versionContent.parse({ ...defaults, ...parts.parse(stored) })
}

const part = z.looseObject({ texts: z.unknown().default({}) })
const parts = z.looseObject({
  prices: z.array(part),
  bumps: z.array(part),
  otoSequenceList: z.array(part),
  oneTimeOffer: part.nullable(),
  timers: z.array(part),
  tax: part.nullable(),
})

const defaults = Object.fromEntries(
  Object.entries(formFields.shape).flatMap(([name, field]) =>
    field instanceof z.ZodDefault ? [[name, field.parse(undefined)]] : [],
  ),
)

/**
 * Returns the same bytes for equal contents, even for contents from before there were translated titles, blocks and
 * switches of bumps.
 */
export function hashOf(content: VersionContent): Buffer {
  const { blocks, bumpRules, ...others } = content
  const { timers, tax } = others
  const known = {
    ...others,
    ...(blocks.length > 0 && { blocks }),
    ...(bumpRules.length > 0 && { bumpRules }),
    timers: timers.map(withoutEmptyTexts),
    tax: tax && withoutEmptyTexts(tax),
  }
  return createHash('sha256')
    .update(JSON.stringify(sorted(known)))
    .digest()
}

function withoutEmptyTexts<Part extends { readonly texts: object }>(one: Part): Omit<Part, 'texts'> {
  const { texts, ...others } = one
  return Object.keys(texts).length === 0 ? others : one
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  )
}
