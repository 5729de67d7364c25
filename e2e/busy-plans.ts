// Plans on which a buyer has an unfinished action: an early payoff, or a switch to another plan.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Sale } from './busy-sales.ts'
import { oddTexts } from './odd-texts.ts'
import type { Product } from './product.ts'
import { send, type openShop } from './shop.ts'

export type BusyPlans = {
  /** An installment plan with one of its three payments made. */
  readonly begun: Sale
  /** A plan whose buyer started to pay it off and left bank authentication unfinished. */
  readonly atBank: Sale
  /** A plan whose buyer can switch to other plans. */
  readonly changeable: Sale
}

const monthly = { priceType: 'RecurringPrice', billingPeriod: 'Monthly' }
const begun = z.object({ purchaseId: z.string(), secret: z.string() })
const asking = begun.extend({ clientSecret: z.string() })
const plan = z.object({ payoff: z.object({ total: z.number() }).nullable() })

export async function makePlans(
  product: Product,
  { create }: Pick<Awaited<ReturnType<typeof openShop>>, 'create'>,
): Promise<BusyPlans> {
  const about = { description: 'Short and to the point', video: 'https://youtu.be/dQw4w9WgXcQ' }
  const inThree = await create('/forms', {
    title: oddTexts.long.slice(0, 120),
    ...about,
    currency: 'usd',
    // Sets the remaining balance to an amount that a card can pay.
    amount: 333_333.33,
    ...monthly,
    cancelAfter: 3,
    payoffDiscount: 15,
  })
  const open = await create('/forms', {
    title: 'A letter each month',
    ...about,
    currency: 'usd',
    amount: 12,
    ...monthly,
    priceLabel: 'One letter',
    prices: [24, 876_543.21, 3].map((amount, index) => ({
      label: index === 1 ? oddTexts.unbroken.slice(0, 60) : `${amount} letters`,
      amount,
      ...monthly,
    })),
    allowsPriceChange: true,
  })
  const buy = async (form: string, card: string) =>
    send(
      product,
      ['POST', '/stripe/pay-form'],
      {
        form,
        bumps: [],
        email: `plan-${randomUUID()}@busy.example.com`,
        name: 'Bea Novak',
        paymentMethodId: card,
      },
      undefined,
    )
  const atBank = asking.parse(await buy(inThree, 'pm_card_authenticationRequired'))
  await leaveBank(product, atBank)
  return {
    begun: begun.parse(await buy(inThree, 'pm_card_visa')),
    atBank,
    changeable: begun.parse(await buy(open, 'pm_card_visa')),
  }
}

/** Confirms the first payment and requests the remaining ones, for which the bank also requires authentication. */
async function leaveBank(product: Product, order: z.output<typeof asking>): Promise<void> {
  const { purchaseId, secret, clientSecret } = order
  await fetch(`${product.sandboxUrl}/sandbox/authentications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      payment_intent: clientSecret.split('_secret_')[0],
      client_secret: clientSecret,
      outcome: 'complete',
    }),
  })
  const path = `/stripe/purchases/${purchaseId}/subscription`
  // The plan begins when Stripe's event arrives.
  let total: number | undefined
  while (total === undefined) {
    const known = plan.safeParse(await send(product, ['POST', path], { secret }, undefined, 404))
    total = known.data?.payoff?.total
    if (total === undefined) await sleep(100)
  }
  await fetch(`${product.url}/api${path}/pay-off`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ secret, total }),
  })
}
