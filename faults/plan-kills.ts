import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { afterTrialText, trialConsentText } from '#buying/checkout/trial/after-trial.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { trialEndAt } from '#payments/subscriptions/trial/trial-days.ts'
import { goodCard, newPayment, pay, payShown } from './buyer.ts'
import { settle } from './settle.ts'
import type { Shop } from './shop.ts'
import {
  confirmations,
  holding,
  intents,
  killProduct,
  letGo,
  oneSubscription,
  setups,
  subscriptions,
  type Step,
  type Struck,
  type Variant,
} from './strike.ts'

/** How to hold and recognize a call to the provider. */
type Called = { readonly method: string; readonly path: string; readonly pattern: RegExp }

const beginning: Called = { method: 'POST', path: '/v1/subscriptions', pattern: subscriptions }
const leaving: Called = { method: 'POST', path: '/v1/setup_intents/*/confirm', pattern: setups }
const paying: Called = { method: 'POST', path: '/v1/payment_intents/*/confirm', pattern: confirmations }
const holdingRenewals: Called = { method: 'POST', path: '/v1/subscriptions/*', pattern: oneSubscription }
const charging: Called = { method: 'POST', path: '/v1/payment_intents', pattern: intents }
const ending: Called = { method: 'DELETE', path: '/v1/subscriptions/*', pattern: oneSubscription }

/** A buyer's action, and how to recognize that its purchase row or its outcome is waiting for a lock. */
type Deed = {
  readonly ready: (shop: Shop) => Promise<Press>
  readonly intent: { readonly lock: string; readonly waiting: string }
}
/** A click that the buyer can repeat. `key` belongs to the purchase it records. */
type Press = { readonly key: string; readonly press: () => Promise<unknown> }

const beginTrial = (setupAmount: number): Deed => ({
  ready: async (shop) => {
    const payment = newPayment(await shop.seller.createForm({ ...trial, setupAmount }))
    const consents = [{ kind: 'trial', text: consentText() }]
    return { key: payment.key, press: () => payShown(shop, payment, { consents }) }
  },
  intent: { lock: 'lock table trial_starts in share mode', waiting: 'insert into "trial_starts"' },
})

const payEarly: Deed = {
  ready: forEarlyPayment,
  intent: { lock: 'lock table purchases in share mode', waiting: 'insert into "purchases"' },
}

/** Kills the product during the start of a free trial or one with a set-up fee, and during an early payoff. */
export const planKills: readonly Step[] = [
  atIntent('before a trial is recorded', beginTrial(0)),
  ...atCall('a trial begins', beginTrial(0), beginning),
  ...atCall("a trial's card is saved", beginTrial(0), leaving),
  atOutcome("before a trial's outcome is recorded", beginTrial(0), leaving),
  ...atCall("a trial's set-up fee is charged", beginTrial(30), paying),
  atIntent('before an early payment is recorded', payEarly),
  ...atCall('renewals are held for an early payment', payEarly, holdingRenewals),
  ...atCall('an early payment is charged', payEarly, charging),
  atOutcome('before an early payment is settled', payEarly, charging),
  ...atCall('a plan ends that was paid early', payEarly, ending),
]

function atIntent(when: string, deed: Deed): Step {
  return {
    name: `product killed ${when}`,
    async strike(shop) {
      const { press } = await deed.ready(shop)
      const lock = await shop.store.hold(deed.intent.lock)
      const answered = press()
      await shop.store.untilWaiting(shop.product.pid(), deed.intent.waiting)
      await killProduct(shop, lock)
      await answered
      return { repeat: press }
    },
  }
}

/** Kills the product twice for each call: before the provider receives it, and after it took effect. */
function atCall(what: string, deed: Deed, called: Called): Step[] {
  return (['before', 'after'] as const).map((when) => ({
    name: `product killed ${when} ${what}`,
    strike: (shop, variant) => killAtCall(shop, variant, deed, called, `hold_${when}`),
  }))
}

async function killAtCall(
  shop: Shop,
  { isSilent }: Variant,
  deed: Deed,
  { method, path, pattern }: Called,
  kind: 'hold_before' | 'hold_after',
): Promise<Struck> {
  const { press } = await deed.ready(shop)
  await shop.provider.setFaults(holding(kind, path, true, isSilent, method))
  const answered = press()
  await shop.provider.untilHeld(method, pattern)
  await shop.product.kill()
  await letGo(shop)
  await answered
  return { repeat: press }
}

function atOutcome(when: string, deed: Deed, { method, path, pattern }: Called): Step {
  return {
    name: `product killed ${when}`,
    async strike(shop) {
      const { key, press } = await deed.ready(shop)
      await shop.provider.setFaults(holding('hold_after', path, true, true, method))
      const answered = press()
      await shop.provider.untilHeld(method, pattern)
      const lock = await shop.store.hold(`select from purchases where idempotency_key = '${key}' for update`)
      await letGo(shop)
      await shop.store.untilWaiting(shop.product.pid(), 'with "buyer"')
      await killProduct(shop, lock)
      await answered
      return { repeat: press }
    },
  }
}

const trialDays = 14
const trial = { amount: 12, priceType: 'RecurringPrice', billingPeriod: 'Monthly', trialDays }

/** The consent text that the page currently shows. */
function consentText(): string {
  const recurrence = { billingInterval: 1, billingPeriod: 'Monthly', cancelAfter: 0 } as const
  const day = dayText(trialEndAt(Date.now(), trialDays))
  return trialConsentText('Seller', afterTrialText(recurrence, '$12.00', day))
}

const id = z.object({ id: z.string() })
const paid = z.object({ status: z.literal('paid'), purchaseId: z.string(), secret: z.string() })

/** An installment plan of three payments, after the first payment and a comparison with the provider. */
async function forEarlyPayment(shop: Shop): Promise<Press> {
  const { store } = shop
  const begun = await pay(shop, newPayment(shop.forms.choice, goodCard, { price: shop.prices.parts }))
  const { purchaseId, secret } = paid.parse(begun?.body)
  await settle(shop)
  const [plan] = await store.query(id, 'select id from subscriptions where order_id = $1', [purchaseId])
  const pressed = randomUUID()
  const key = `payoff-${plan?.id ?? ''}-${pressed}`
  return { key, press: () => pressEarly(shop, { purchaseId, secret, pressed, key }) }
}

async function pressEarly(
  shop: Shop,
  { purchaseId, secret, pressed, key }: Readonly<Record<'purchaseId' | 'secret' | 'pressed' | 'key', string>>,
): Promise<void> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': pressed }
  const body = JSON.stringify({ secret, total: 3400 })
  const path = `/api/stripe/purchases/${purchaseId}/subscription/pay-off`
  const answer = await fetch(`${shop.url}${path}`, { method: 'POST', headers, body }).then(
    async (response) => ({ status: response.status, body: await response.json() }),
    () => undefined,
  )
  shop.answers.set(key, [...(shop.answers.get(key) ?? []), answer])
}
