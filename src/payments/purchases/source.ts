import { z } from 'zod'
import { plainLine } from '#foundation/typed/plain-text.ts'
import type { SourceColumn } from '#foundation/db/tables/purchases.ts'
import { beginningOf } from '#foundation/text/cut-text.ts'

/** The limits of one value, in characters and bytes. All values together stay below 1 kB. */
const longest = 100
const mostBytes = 128

/** A stranger's free text, shortened to one line without nonprinting characters. */
const said = z
  .string()
  .transform((given) => shortened(plainLine(withoutHalves(given))))
  .optional()

/** Half of an emoji, as in a URL that was cut in the middle of one, cannot be stored. */
function withoutHalves(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '')
}

function shortened(text: string): string | undefined {
  let cut = beginningOf(text, longest)
  while (new TextEncoder().encode(cut).length > mostBytes) cut = beginningOf(cut, cut.length - 1)
  return cut.trim() === '' ? undefined : cut.trim()
}

const hostName = /^[\da-z](?:[\da-z.-]*[\da-z])?$/

/**
 * Where an order came from: the tags of the last link (`utm_source` and so on, without `utm_`), and the host of the
 * previous page. This comes from the link and is not a guess. Unusable values are left out.
 */
export const purchaseSource = z.object({
  source: said,
  medium: said,
  campaign: said,
  content: said,
  term: said,
  ref: said,
  referrer: z
    .string()
    .transform((given) => {
      const host = shortened(withoutHalves(given))?.toLowerCase()
      return host !== undefined && hostName.test(host) ? host : undefined
    })
    .optional(),
})
export type PurchaseSource = z.output<typeof purchaseSource>

const text = z.string().optional()

/** A source as stored. */
export const storedSource = z.object({
  source: text,
  medium: text,
  campaign: text,
  content: text,
  term: text,
  ref: text,
  referrer: text,
})

/** The source as a database column, or null if nothing is known. */
export function sourceColumn(source: PurchaseSource = {}): SourceColumn | null {
  const known = Object.entries(source).filter(([, value]) => value !== undefined)
  return known.length === 0 ? null : Object.fromEntries<string | undefined>(known)
}
