import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { meansOf } from './methods.ts'
import type { Answer, Shop } from './shop.ts'
import { until } from './until.ts'

export type Payment = {
  readonly key: string
  readonly form: string
  /** A card's id or a method's name. */
  readonly card: string
  readonly email: string
  /** The price the buyer chose, for a form with several prices. */
  readonly price?: string
  readonly coupon?: string
}

export const goodCard = 'pm_card_visa'
/** A card whose every payment must be authenticated on the bank's page. */
export const authenticatedCard = 'pm_card_threeDSecure2Required'

export function newPayment(
  form: string,
  card = goodCard,
  chosen: Pick<Payment, 'price' | 'coupon'> = {},
): Payment {
  const key = randomUUID()
  return { key, form, card, email: `buyer-${key}@example.com`, ...chosen }
}

/**
 * Clicks the pay button, or clicks it again: the same payment always sends the same request with the same
 * idempotency key.
 */
export function pay(shop: Shop, payment: Payment): Promise<Answer> {
  return payShown(shop, payment, {})
}

/** A buyer's click on a page with a price. `shown` is the page's quote with the chosen bumps and consents. */
export async function payShown(
  shop: Shop,
  payment: Payment,
  shown: {
    readonly quote?: string
    readonly bumps?: readonly string[]
    readonly consents?: readonly object[]
  },
): Promise<Answer> {
  const answer = await send(shop, payment, shown)
  shop.answers.set(payment.key, [...(shop.answers.get(payment.key) ?? []), answer])
  return answer
}

async function send(shop: Shop, payment: Payment, shown: object): Promise<Answer> {
  try {
    const response = await fetch(`${shop.url}/api/stripe/pay-form`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': payment.key },
      body: JSON.stringify({
        form: payment.form,
        name: 'Ada Buyer',
        email: payment.email,
        price: payment.price,
        coupon: payment.coupon,
        ...shown,
        ...(await meansOf(shop, payment)),
      }),
      signal: AbortSignal.timeout(30_000),
    })
    return { status: response.status, body: await response.json() }
  } catch {
    return undefined
  }
}

const told = z.object({
  status: z.string().optional().catch(undefined),
  code: z.string().optional(),
  clientSecret: z.string().optional(),
  details: z.object({ reason: z.string().optional() }).optional(),
})

/** The client secret, if the response requires authentication. */
export function secretIn(answer: Answer): string | undefined {
  return told.safeParse(answer?.body).data?.clientSecret
}

/** Error codes that make the buyer believe that nothing was charged for this idempotency key. */
const refusals = new Set(['provider_unreachable', 'payment_refused', 'form_deleted', 'form_not_payable'])

/** Whether the response promises that the buyer was charged or was not, or undefined if it promises neither. */
export function promiseOf(answer: Answer): 'paid' | 'not charged' | undefined {
  const { status, code } = told.safeParse(answer?.body).data ?? {}
  if (answer?.status === 200 && status === 'paid') return 'paid'
  return code !== undefined && refusals.has(code) ? 'not charged' : undefined
}

/** Pays and repeats the request with the same key until the outcome is known. Returns the elapsed milliseconds. */
export async function payAtLast(shop: Shop): Promise<number> {
  const beganAt = performance.now()
  const payment = newPayment(shop.forms.usd)
  await until('a buyer to have paid', async () =>
    promiseOf(await pay(shop, payment)) === 'paid' ? true : undefined,
  )
  return performance.now() - beganAt
}
