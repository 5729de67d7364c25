import { z } from 'zod'
import type { PurchaseOutcome } from '#payments/purchases/contract.ts'
import type { TestApp } from '#test-app.ts'

type Fields = Readonly<Record<string, string>>

const buyer: Fields = {
  'payment_method_data[billing_details][name]': 'Bea Novak',
  'payment_method_data[billing_details][email]': 'bea@example.com',
}

/** The page's payment fields by method; a debit uses one of Stripe's test accounts. */
export const methods = {
  card: (number = '4242424242424242'): Fields => ({
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '8',
    'payment_method_data[card][exp_year]': String(new Date().getUTCFullYear() + 1),
    'payment_method_data[card][cvc]': '123',
  }),
  /** The billing details of the account with this email. */
  link: (account = 'bea@example.com'): Fields => ({
    'payment_method_data[type]': 'link',
    ...buyer,
    link_account: account,
  }),
  ideal: (): Fields => ({ 'payment_method_data[type]': 'ideal', ...buyer }),
  debit: (iban = 'DE89370400440532013000'): Fields => ({
    'payment_method_data[type]': 'sepa_debit',
    'payment_method_data[sepa_debit][iban]': iban,
    ...buyer,
  }),
}

/** A debit that takes minutes: it is paid or fails after the provider's clock advances. */
export const slowDebit = methods.debit('DE08370400440532013003')
export const bouncingDebit = methods.debit('DE78370400440532013004')
export const debitTakes = 181

const reusable = Object.fromEntries(
  ['card', 'link', 'sepa_debit'].map((type) => [
    `payment_method_options[${type}][setup_future_usage]`,
    'off_session',
  ]),
)

/** The token that the page's fields create on the seller's account when the buyer clicks Pay. */
export async function tokenOf(
  app: TestApp,
  account: string,
  method: Fields,
  isRecurring = false,
): Promise<string> {
  const later: Fields = isRecurring ? { setup_future_usage: 'off_session' } : reusable
  const { body } = await askPublicly(app, account, '/v1/confirmation_tokens', { ...method, ...later })
  return z.object({ id: z.string().startsWith('ctoken_') }).parse(body).id
}

/** A call from the buyer's browser to Stripe. */
async function askPublicly(app: TestApp, account: string, path: string, fields: Fields) {
  const response = await fetch(`${app.sandbox.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.config.provider.publishableKey}`, 'stripe-account': account },
    body: new URLSearchParams(fields),
  })
  const body: unknown = await response.json()
  return { status: response.status, body }
}

/** Responds on the bank's page; returns the URL it redirects to, if any. */
export async function decideAtBank(
  app: TestApp,
  clientSecret: string,
  action: 'authorize' | 'authorize_and_stay' | 'fail' | 'later',
): Promise<URL | null> {
  const response = await fetch(`${app.sandbox.url}/redirect/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      payment_intent: clientSecret.split('_secret_')[0] ?? '',
      client_secret: clientSecret,
      action,
    }),
  })
  const address = response.headers.get('location')
  return address === null ? null : new URL(address)
}

/** Whether the buyer reads that their bank has the payment, and until when. */
export function isWithBank(outcome: PurchaseOutcome): boolean {
  return outcome.status === 'processing' && outcome.settlesBy !== null
}
