import { setTimeout as sleep } from 'node:timers/promises'
import type { Shop } from './shop.ts'

const holder = {
  'payment_method_data[billing_details][name]': 'Ada Buyer',
  'payment_method_data[billing_details][email]': 'ada@example.com',
}

const debitFrom = (iban: string) => ({
  'payment_method_data[type]': 'sepa_debit',
  'payment_method_data[sepa_debit][iban]': iban,
  ...holder,
})

/** The page's payment fields, by the name a payment uses for them. */
const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  link: { 'payment_method_data[type]': 'link', ...holder },
  /** A payment that sends the buyer to their bank's page. */
  ideal: { 'payment_method_data[type]': 'ideal', ...holder },
  /** A debit that the bank processes for a few seconds and then pays. */
  debit: debitFrom('DE89370400440532013000'),
  /** A debit that the bank processes for a few seconds and then returns. */
  'bouncing debit': debitFrom('DE62370400440532013001'),
}

export const methods = ['link', 'ideal', 'ideal', 'debit', 'debit', 'bouncing debit'] as const
export type Method = (typeof methods)[number]

const reusable = Object.fromEntries(
  ['card', 'link', 'sepa_debit'].map((type) => [
    `payment_method_options[${type}][setup_future_usage]`,
    'off_session',
  ]),
)

/** How the buyer pays: a card's id or one of these names. */
type Means = { readonly form: string; readonly card: string }

const tokens = new WeakMap<Means, Promise<string>>()

/** The payment method in a request: a card, or the token made from the page's payment fields. */
export async function meansOf(shop: Shop, payment: Means): Promise<object> {
  if (payment.form === shop.forms.free) return { paymentMethodId: null }
  const held = fields[payment.card]
  if (held === undefined) return { paymentMethodId: payment.card }
  const token = tokens.get(payment) ?? makeToken(shop, held)
  tokens.set(payment, token)
  return { paymentMethodId: null, confirmationToken: await token }
}

/** The sandbox can be unavailable for a moment. Then the page's fields are submitted again. */
async function makeToken(
  { provider, seller }: Shop,
  held: Readonly<Record<string, string>>,
): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const account = (await provider.list('accounts')).find(({ email }) => email === seller.email)
      return await provider.makeToken(account?.id ?? '', { ...held, ...reusable })
    } catch (error) {
      if (attempt === 100) throw error
      await sleep(100)
    }
  }
}
