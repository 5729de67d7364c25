import { z } from 'zod'
import { cutText } from '#foundation/text/cut-text.ts'
import { isSame } from '#foundation/values/is-same.ts'
import type { VersionChange, VersionContent } from './contract.ts'

/** The maximum number of characters of a text in a history. */
const longestText = 200

/** A price, bump, timer, offer, tax or question of a form. */
const item = z.looseObject({
  id: z.string().optional(),
  slug: z.string().optional(),
  title: z.string().optional(),
  label: z.string().optional(),
  timestamp: z.number().optional(),
  amount: z.number().nullish(),
  percentage: z.number().optional(),
})
type Item = z.output<typeof item>
const items = z.union([z.array(item), item.transform((one) => [one]), z.null().transform(() => [])])

const withItems = new Set([
  'prices',
  'bumps',
  'otoSequenceList',
  'timers',
  'oneTimeOffer',
  'tax',
  'fields',
  'blocks',
])

/** Fields whose changes another field already shows. */
const derived = new Set(['oneTimePrice', 'recurringPrice', 'taxId', 'priceId'])

/** The differences between two versions of a form, field by field. There are none for the first version. */
export function differencesOf(
  before: VersionContent | undefined,
  after: VersionContent | undefined,
): VersionChange[] {
  if (before === undefined || after === undefined) return []
  const old = new Map<string, unknown>(Object.entries(withRules(before)))
  return Object.entries(withRules(after))
    .filter(([field, now]) => !derived.has(field) && !isSame(old.get(field), now))
    .flatMap(([field, now]) =>
      withItems.has(field)
        ? itemChanges(field, items.parse(old.get(field)), items.parse(now))
        : [{ field, item: null, before: shown(old.get(field)), after: shown(now) }],
    )
}

/** The rule of a bump without one. */
const always = { isOn: true, priceIds: null, quantityMin: 1 }

/** The content with each bump's rule as the bump's own fields. */
function withRules({ bumps, bumpRules, ...others }: VersionContent) {
  const ruleOf = (bump: string) => bumpRules.find(({ id }) => id === bump)
  return { ...others, bumps: bumps.map((bump) => ({ ...bump, ...always, ...ruleOf(bump.id) })) }
}

function itemChanges(field: string, before: readonly Item[], after: readonly Item[]): VersionChange[] {
  const [old, now] = [before, after].map((all) => new Map(all.map((one) => [keyOf(one), one])))
  const removed = before
    .filter((one) => now?.has(keyOf(one)) === false)
    .map((one) => ({ field, item: nameOf(one), before: valueOf(one), after: null }))
  const others = after.flatMap((one) => {
    const known = old?.get(keyOf(one))
    if (known === undefined) return [{ field, item: nameOf(one), before: null, after: valueOf(one) }]
    return Object.entries(one)
      .filter(([name, value]) => !isSame(known[name], value))
      .map(([name, value]) => ({
        field: `${field}.${name}`,
        item: nameOf(one),
        before: shown(known[name]),
        after: shown(value),
      }))
  })
  const found = [...removed, ...others]
  // If nothing was added, removed or changed, only the order of the items has changed.
  return found.length > 0 ? found : [{ field, item: null, before: null, after: null }]
}

/** Timers have no ids, so their times distinguish them. */
function keyOf({ id, slug, timestamp }: Item): string {
  return id ?? slug ?? String(timestamp)
}

function nameOf({ title, label }: Item): string {
  return title ?? label ?? ''
}

/** A new or removed item's price or rate. */
function valueOf({ amount, percentage }: Item): VersionChange['before'] {
  return amount ?? percentage ?? true
}

/** Lists and objects within a field cannot be described in a few words. */
function shown(value: unknown): VersionChange['before'] {
  if (typeof value === 'string') return cutText(value, longestText)
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}
