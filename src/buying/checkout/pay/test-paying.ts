import { z } from 'zod'
import { purchaseOutcome, type PurchaseOutcome } from '#payments/purchases/contract.ts'
import { call, sandboxList, type Answer, type TestApp } from '#test-app.ts'

let keys = 0

/** An idempotency key that no other test uses. */
export function newKey(): string {
  return `key-${(keys += 1)}`
}

/**
 * Pays for a form as the payment page does, by default with a valid card. With a null key, no idempotency key
 * is sent.
 */
export function pay(
  app: TestApp,
  form: string,
  fields: Readonly<Record<string, unknown>> = {},
  key: string | null = newKey(),
): Promise<Answer> {
  return call(app, 'POST', '/api/stripe/pay-form', {
    body: { form, email: 'bea@example.com', name: 'Bea Novak', paymentMethodId: 'pm_card_visa', ...fields },
    headers: key === null ? {} : { 'idempotency-key': key },
  })
}

/** The consent to a trial from the form's payment page, or nothing if the form has no trial. */
export async function trialConsents(
  { url }: TestApp,
  form: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ kind: 'trial'; text: string }[]> {
  const page = await (await fetch(`${url}/payment/${form}`, { headers })).text()
  const [text] = /I agree that [^<"]* will charge me [^<"]*/.exec(page) ?? []
  return text === undefined ? [] : [{ kind: 'trial', text }]
}

export function outcomeOf(answer: Answer): PurchaseOutcome {
  return purchaseOutcome.parse(answer.body)
}

const paymentError = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
  details: z
    .object({
      purchaseId: z.string(),
      secret: z.string(),
      reason: z.string(),
      redirectUrl: z.string().nullable(),
    })
    .partial()
    .extend({ quote: z.unknown().optional() })
    .optional(),
})

export function errorOf(answer: Answer): z.output<typeof paymentError> {
  return paymentError.parse(answer.body)
}

/** The response to a buyer who requests their purchase's state. */
export async function stateOf(
  app: TestApp,
  { purchaseId, secret }: { readonly purchaseId: string; readonly secret: string },
): Promise<PurchaseOutcome> {
  return outcomeOf(await call(app, 'POST', `/api/stripe/purchases/${purchaseId}/state`, { body: { secret } }))
}

/**
 * Confirms an intent on a seller's account with any card, as a browser can. Returns the status of Stripe's
 * response.
 */
export async function confirmWith(
  app: TestApp,
  account: string,
  clientSecret: string,
  card: string,
): Promise<number> {
  const [id = ''] = clientSecret.split('_secret_')
  const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
  const response = await fetch(`${app.sandbox.url}/v1/${kind}/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.config.provider.publishableKey}`, 'stripe-account': account },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: card }),
  })
  return response.status
}

/** Pays with a card whose bank asks the buyer to confirm. Returns the payment with the secret for the browser. */
export async function payAtBank(app: TestApp, form: string, fields: Readonly<Record<string, unknown>> = {}) {
  const outcome = outcomeOf(
    await pay(app, form, { paymentMethodId: 'pm_card_authenticationRequired', ...fields }),
  )
  if (outcome.status !== 'requires_action') throw new Error(outcome.status)
  return outcome
}

/** The states of a form's purchases, and the amounts that Stripe charged. */
export async function booksOf(app: TestApp, form: string) {
  const purchases = await app.services.db
    .selectFrom('purchases')
    .selectAll()
    .where('formId', '=', form)
    .execute()
  const ids = new Set(purchases.map(({ id }) => id))
  const intents = (await sandboxList(app, 'payment_intents')).filter(({ metadata }) =>
    ids.has(metadata?.['purchase'] ?? ''),
  )
  return {
    statuses: purchases.map(({ status }) => status),
    charged: intents.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount),
  }
}
