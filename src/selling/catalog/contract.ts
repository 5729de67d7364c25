// Shared by the APIs of bumps, one-time offers, taxes and coupons, which are created once and used on many forms.
import { z } from 'zod'
import { uuid } from '#foundation/http/input/fields.ts'

/** The number of forms that use an item. */
export const usedByForms = z.number().int().min(0)

/** An item as its API returns it. It is accepted as a reference, of which only the id is used. */
export function wholeItem(item: z.ZodObject, error?: () => string) {
  return z.object({ ...item.extend({ usedByForms }).partial().shape, id: uuid }, { error })
}
