import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { methods, tokenOf } from '#buying/checkout/pay/test-tokens.ts'
import { call, type Answer } from '#test-app.ts'
import type { Random } from '#foundation/values/random.ts'
import { accountOf, agree, Mismatch, now, type Run } from './act.ts'
import { pickForm } from './seller-steps.ts'
import {
  amountAt,
  isOver,
  priceOf,
  pricesAt,
  promised,
  sellingOf,
  type Form,
  type Purchase,
  type Visit,
  type Which,
} from './world.ts'

const quote = z.object({ token: z.string(), price: z.object({ total: z.number(), taxAmount: z.number() }) })
const quoted = z.object({ code: z.literal('quote_changed'), details: z.object({ quote }) })
const outcome = z.object({ status: z.string(), purchaseId: z.string(), secret: z.string() })
const details = z.object({ details: z.object({ purchaseId: z.string(), secret: z.string() }) })
const minute = 60_000

/** Shows a buyer the current price, which the product returns in response to an unknown quote. */
export async function visit(run: Run, random: Random): Promise<string> {
  const form = pickForm(run, random)
  if (form === undefined) return 'no form to visit'
  const at = now(run)
  if (isOver(form, at)) {
    const answer = await send(run, payment(form, run.world.buyers[0] ?? '', 'pm_card_visa', {}), randomUUID())
    agree('a form that redirects', answer.status, 410)
    return 'a buyer is redirected'
  }
  const chosen = sellingOf(form).bumps.filter(() => random.chance(0.5))
  const which = chosenPrice(form, random)
  const body = payment(form, `visitor-${randomUUID()}@example.com`, 'pm_card_visa', {
    ...priced(form, which),
    quote: 'unknown',
    bumps: chosen.map(({ id }) => id),
  })
  const answer = await send(run, body, randomUUID())
  const told = quoted.safeParse(answer.body).data
  if (told === undefined) throw new Mismatch(`no price was shown: ${JSON.stringify(answer)}`)
  const { total, tax } = priceOf(form, amountAt(form, at, which), chosen)
  const { token, price } = told.details.quote
  agree('the price shown', [price.total, price.taxAmount], [total, tax])
  run.world.visits.push({ form, at, token, prices: pricesAt(form, at) })
  return `a buyer is shown ${total} with ${chosen.length} bumps`
}

function chosenPrice({ further }: Form, random: Random): Which {
  return further !== null && random.chance(0.5) ? 'further' : 'first'
}

function priced({ further }: Form, which: Which): object {
  return which === 'further' && further !== null ? { price: further.id } : {}
}

function payment(form: Form, email: string, card: string | null, fields: object) {
  return { form: form.id, email, name: 'Bea Novak', paymentMethodId: card, ...fields }
}

function send(run: Run, body: object, key: string): Promise<Answer> {
  return call(run.app, 'POST', '/api/stripe/pay-form', { body, headers: { 'idempotency-key': key } })
}

const cards = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_visa_chargeDeclined',
  'pm_card_authenticationRequiredOnSetup',
  'pm_card_createDispute',
]

/** Payment methods besides cards for prices in euros: a bank's page, and debits that are soon paid or returned. */
const bankMethods = {
  ideal: methods.ideal(),
  debit: methods.debit(),
  'bouncing debit': methods.debit('DE62370400440532013001'),
}

/** A buyer pays what a visit showed them. */
export async function pay(run: Run, random: Random): Promise<string> {
  const { visits, buyers, purchases } = run.world
  if (visits.length === 0) return visit(run, random)
  const seen = random.chance(0.7) ? visits.at(-1) : random.pick(visits)
  if (seen === undefined) return 'nothing was seen'
  const { form, token } = seen
  const [buyer, at] = [random.pick(buyers), now(run)]
  const chosen = form.bumps.filter((bump) => bump.currency === form.currency && random.chance(0.5))
  const picked = random.pick(cards)
  const ofBank =
    form.currency === 'eur' && random.chance(0.7)
      ? random.pick(['ideal', 'debit', 'bouncing debit'] as const)
      : undefined
  const card = ofBank ?? (picked === 'pm_card_createDispute' && form.cycle !== null ? 'pm_card_visa' : picked)
  const { account } = accountOf(run, form.seller).seller
  const confirmationToken = ofBank === undefined ? null : await tokenOf(run.app, account, bankMethods[ofBank])
  const isRepeat = random.chance(0.5)
  const which = chosenPrice(form, random)
  const key = randomUUID()
  const body = payment(form, buyer, ofBank === undefined ? card : null, {
    ...priced(form, which),
    confirmationToken,
    quote: `${token}.${key}`,
    bumps: chosen.map(({ id }) => id),
    isRepeat,
  })
  const answer = await send(run, body, key)
  const refusal = refusalOf(
    run,
    seen,
    buyer,
    isRepeat,
    chosen.map(({ id }) => id),
    which,
  )
  if (typeof refusal !== 'number') {
    agree(`${buyer} gets the reason for a refusal`, [answer.status, codeOf(answer)], refusal)
    agree('a refused payment that is repeated', (await send(run, body, key)).status, refusal[0])
    return `${buyer} is refused: ${refusal[1]}`
  }
  const { total, tax } = priceOf(form, refusal, chosen)
  const isDeclined = card === 'pm_card_visa_chargeDeclined' && total > 0
  const needsBank = (card === 'pm_card_authenticationRequiredOnSetup' || card === 'ideal') && total > 0
  const isDebit = (card === 'debit' || card === 'bouncing debit') && total > 0
  agree(
    `${buyer} pays ${total}`,
    [answer.status, codeOf(answer)],
    isDeclined ? [402, 'payment_refused'] : [200, ''],
  )
  const known = isDeclined
    ? { ...details.parse(answer.body).details, status: 'failed' }
    : outcome.parse(answer.body)
  const answered = isDebit ? 'processing' : needsBank ? 'requires_action' : 'paid'
  agree('the outcome', known.status, isDeclined ? 'failed' : answered)
  if (isDebit) await lookAtDebit(run, known)
  // The debit is settled before the model's next step.
  const isLost = isDeclined || (isDebit && card === 'bouncing debit')
  const isDisputed = card === 'pm_card_createDispute' && total > 0
  const renewal = form.cycle === null ? 0 : priceOf(form, refusal, []).total
  const purchase: Purchase = {
    id: known.purchaseId,
    secret: known.secret,
    kind: 'order',
    form,
    buyer,
    card,
    total,
    tax,
    createdAt: at,
    bumps: chosen,
    order: null,
    request: { key, body },
    status: isLost ? 'failed' : needsBank ? 'requires_action' : 'paid',
    clientSecret: z.object({ clientSecret: z.string() }).safeParse(answer.body).data?.clientSecret ?? '',
    paidAt: at,
    returned: 0,
    dispute: isDisputed ? 'open' : null,
    subscription:
      form.cycle === null || isDeclined
        ? null
        : {
            cycle: form.cycle,
            total: renewal,
            begunAt: at,
            status: 'active',
            paid: 1,
            isBroken: false,
            endsAfter: null,
            unpaidSince: null,
          },
    shown: [],
  }
  purchases.push(purchase)
  return `${buyer} pays ${total}: ${purchase.status}`
}

/** While the bank is processing a debit, the seller cannot refund it and the buyer cannot cancel it. */
async function lookAtDebit(run: Run, { purchaseId, secret }: z.output<typeof outcome>): Promise<void> {
  const path = `/api/stripe/purchases/${purchaseId}/cancel`
  const { body } = await call(run.app, 'POST', path, { body: { secret } })
  // On a slow machine the bank may already have settled the debit.
  const { status } = outcome.parse(body)
  agree('a debit the buyer tries to cancel', ['processing', 'paid', 'failed'].includes(status), true)
}

/** Why the product must reject a payment, or the form's own price if it must accept it. */
function refusalOf(
  run: Run,
  seen: Visit,
  buyer: string,
  isRepeat: boolean,
  bumps: readonly string[],
  which: Which,
): number | [number, string] {
  const { form } = seen
  const at = now(run)
  if (form.isDeleted) return [410, 'form_deleted']
  const offered = sellingOf(form).bumps.map(({ id }) => id)
  if (!bumps.every((id) => offered.includes(id))) return [422, 'invalid_fields']
  const price = promised(seen, at, which)
  if (typeof price === 'string') return price === 'over' ? [410, 'offer_ended'] : [409, 'quote_changed']
  const earlier = run.world.purchases.filter(
    (one) => one.kind === 'order' && one.form === form && one.buyer === buyer,
  )
  const recent = earlier.filter((one) => at - one.createdAt < 120 * minute)
  if (recent.some((one) => one.status === 'requires_action')) return [409, 'payment_unsettled']
  const isBought = recent.some(
    (one) => one.status === 'paid' && (one.total === 0 || one.returned < one.total),
  )
  return isBought && !isRepeat ? [409, 'bought_before'] : price
}

function codeOf({ body }: Answer): string {
  return z.object({ code: z.string() }).safeParse(body).data?.code ?? ''
}

/** A repeated click returns the outcome of the first one. */
export async function repeat(run: Run, random: Random): Promise<string> {
  const made = run.world.purchases.filter(({ request }) => request !== null)
  if (made.length === 0) return 'nothing to repeat'
  const { request, id, status, subscription } = random.pick(made)
  if (request === null) return 'nothing to repeat'
  const answer = await send(run, request.body, request.key)
  const isRefused = status === 'failed' || status === 'canceled'
  if (isRefused) {
    agree('a refused payment again', [402, 409].includes(answer.status), true)
  } else {
    agree('a payment again', [answer.status, outcome.parse(answer.body).purchaseId], [200, id])
    agree('its state', outcome.parse(answer.body).status, status)
  }
  const other = await send(run, { ...request.body, name: 'Someone else' }, request.key)
  agree('another request with its key', other.status, 422)
  return `a ${status} purchase${subscription === null ? '' : ' of a subscription'} is repeated`
}

/** A buyer confirms or rejects a payment on the bank's page. */
export async function authenticate(run: Run, random: Random): Promise<string> {
  const waiting = run.world.purchases.filter(({ status }) => status === 'requires_action')
  const purchase = waiting[0]
  if (purchase === undefined) return 'no bank asks'
  const succeeds = random.chance(0.7)
  const [intent] = purchase.clientSecret.split('_secret_')
  const response = await fetch(`${run.app.sandbox.url}/sandbox/authentications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      payment_intent: intent,
      client_secret: purchase.clientSecret,
      outcome: succeeds ? 'complete' : 'fail',
    }),
  })
  if (!response.ok) throw new Mismatch(`the bank refuses: ${await response.text()}`)
  purchase.status = succeeds ? 'paid' : 'failed'
  purchase.paidAt = now(run)
  if (!succeeds) purchase.subscription = null
  return `the bank is answered: ${purchase.status}`
}
