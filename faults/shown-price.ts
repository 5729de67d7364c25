// The price that a page showed, and what may happen when the buyer pays it.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Random } from '#foundation/values/random.ts'
import type { Answer, Shop } from './shop.ts'

/** The problems found in one race, as text, or an empty list if the buyer paid what was promised. */
export type Trial = (shop: Shop, random: Random) => Promise<string[]>

const pageData = z.object({ quote: z.object({ token: z.string(), price: z.object({ total: z.number() }) }) })

/** The price shown to a buyer who opens the form's page now. */
export async function viewPage({ url }: Shop, form: string): Promise<{ quote: string; total: number }> {
  const page = await (await fetch(`${url}/payment/${form}`)).text()
  const { quote } = pageData.parse(JSON.parse(/ id="page-data">([^<]*)</.exec(page)?.[1] ?? 'null'))
  // Adds a unique part, as the page does, because visitors at the same moment get the same quote.
  return { quote: `${quote.token}.${randomUUID()}`, total: quote.price.total }
}

/** Checks that no more than the shown price was charged, and that "paid" matches the records. */
export async function checkPaid(shop: Shop, key: string, answer: Answer, shown: number): Promise<string[]> {
  const rows = await shop.store.query(
    z.object({ total: z.coerce.number() }),
    'select total from purchases where idempotency_key = $1',
    [key],
  )
  const [charged] = rows
  const status = answer?.status ?? 0
  const isRefused = [404, 409, 410, 422].includes(status)
  return [
    ...(charged !== undefined && charged.total > shown
      ? [`${shown} was shown, but ${charged.total} was requested`]
      : []),
    ...(status === 200 && charged === undefined ? ['paid, but not in the books'] : []),
    ...(isRefused && charged !== undefined ? [`refused with ${status}, but in the books`] : []),
    ...([200, 404, 409, 410, 422, 503].includes(status) ? [] : [`answered ${status}`]),
  ]
}
