import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { authenticatedCard, goodCard, newPayment, payShown } from './buyer.ts'
import type { Random } from '#foundation/values/random.ts'
import type { Answer, Shop } from './shop.ts'

const paidOrder = z.object({ status: z.literal('paid'), purchaseId: z.string(), secret: z.string() })
type PaidOrder = z.output<typeof paidOrder>
const sequence = z.object({ offer: z.object({ id: z.string() }).nullable() })

/** A buyer's click on an order's offer. Returns undefined if the connection ended without a response. */
export async function answerOffer(
  { url }: Shop,
  { purchaseId, secret }: PaidOrder,
  path: string,
  body: object = {},
  key: string = randomUUID(),
): Promise<Answer> {
  try {
    const response = await fetch(`${url}/api/stripe/purchases/${purchaseId}/offers/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ secret, ...body }),
      signal: AbortSignal.timeout(30_000),
    })
    return { status: response.status, body: await response.json() }
  } catch {
    return undefined
  }
}

/** A paid order, and the offer shown to its buyer. */
export type Ordered = { readonly order: PaidOrder; readonly offer: string }

/** Pays for the form with offers; returns undefined if the first attempt did not succeed. */
export async function orderWithOffers(shop: Shop): Promise<Ordered | undefined> {
  const answer = await payShown(shop, newPayment(shop.forms.offering), {})
  const order = paidOrder.safeParse(answer?.body).data
  if (order === undefined) return undefined
  const offer = sequence.parse((await answerOffer(shop, order, 'current'))?.body).offer?.id
  if (offer === undefined) throw new Error('A paid order is shown no offer')
  return { order, offer }
}

/**
 * Accepts an offer in two tabs simultaneously, sometimes with different cards, declines it in a third tab or
 * undoes it twice. The offer must be charged and refunded no more than once.
 */
export async function offerTwice(shop: Shop, random: Random): Promise<string[]> {
  const ordered = await orderWithOffers(shop)
  if (ordered === undefined) return []
  const { order, offer } = ordered
  const act = async (action: string, body: object = {}): Promise<Answer> => {
    await sleep(random.below(15))
    return answerOffer(shop, order, `${offer}/${action}`, body)
  }
  const card = random.pick([goodCard, authenticatedCard, 'pm_card_chargeCustomerFail'])
  const others = [() => act('accept'), () => act('accept', { paymentMethodId: card }), () => act('decline')]
  const answers = await Promise.all([act('accept'), act('accept'), random.pick(others)()])
  const again = random.chance(0.5) ? [await act('accept')] : []
  const undone = random.chance(0.5) ? await Promise.all([act('undo'), act('undo')]) : []
  const unexpected = [...answers, ...again, ...undone].filter(
    (answer) => answer === undefined || ![200, 402, 404, 409, 410, 503].includes(answer.status),
  )
  return [
    ...unexpected.map((answer) => `an offer was answered ${answer?.status ?? 'with a cut'}`),
    ...(await compareAnswered(shop, order, [...answers, ...again])),
  ]
}

const paidOffer = z.object({ id: z.string() })

/** Checks that no more than one purchase was reported as paid, and that it is paid. */
async function compareAnswered(
  { store }: Shop,
  order: PaidOrder,
  answers: readonly Answer[],
): Promise<string[]> {
  const told = new Set(answers.flatMap((answer) => paidOrder.safeParse(answer?.body).data?.purchaseId ?? []))
  const sql = `select id from purchases where order_id = $1 and status in ('paid', 'partially_refunded', 'refunded')`
  const paid = await store.query(paidOffer, sql, [order.purchaseId])
  return [
    ...(told.size > 1 ? ['one offer was said to be paid by two purchases'] : []),
    ...(paid.length > 1 ? ['one offer was charged twice'] : []),
    ...[...told]
      .filter((one) => !paid.some(({ id }) => id === one))
      .map((one) => `${one} is said to be paid`),
  ]
}
