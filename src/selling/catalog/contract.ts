// What the API of bumps, one-time offers, taxes and coupons has in common: each is made once and used on many forms.
import { z } from 'zod'
import { uuid } from '#foundation/http/input/fields.ts'

/** On how many forms an item stands, for the question before it is deleted. */
export const usedByForms = z.number().int().min(0)

/** An item as its own list and read answer it, to name it by in a form: its id counts. */
export function wholeItem(item: z.ZodObject, error?: string) {
  return z.object({ ...item.extend({ usedByForms }).partial().shape, id: uuid }, { error })
}
