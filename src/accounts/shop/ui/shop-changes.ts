import type { z } from 'zod'
import { shop, shopFields, type Shop } from '../contract.ts'

const someFields = shopFields.partial()
type ShopChanges = z.output<typeof someFields>

/** What was changed of a shop on this screen, so that what a colleague has changed meanwhile stays. */
export function changesOf(stored: Shop, written: z.output<typeof shopFields>): ShopChanges {
  const before = new Map<string, unknown>(Object.entries(stored))
  const changed = Object.entries(written).filter(([name, value]) => value !== before.get(name))
  return someFields.parse(Object.fromEntries(changed))
}

/**
 * What the next changes are measured against. The screen goes on to show the other fields as they were loaded: taken from
 * the answer, what a colleague has changed of them would be undone as if it were changed here.
 */
export function storedAfter(stored: Shop, sent: ShopChanges, saved: Shop): Shop {
  const taken = Object.entries(saved).filter(([name]) => name in sent)
  return shop.parse({ ...stored, ...Object.fromEntries(taken) })
}
