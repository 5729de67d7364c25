// Sales of every kind and state, some with unusual buyer names.
import pLimit from 'p-limit'
import { z } from 'zod'
import { consentsOf } from '#buying/consumer-law/asked-consent.ts'
import { oddTexts } from './odd-texts.ts'
import type { Product } from './product.ts'
import { send } from './shop.ts'

/** The test card for each kind of sale, and what happens afterwards. */
const kinds = {
  paid: { form: 'full', card: 'pm_card_visa' },
  declined: { form: 'full', card: 'pm_card_visa_chargeDeclinedInsufficientFunds' },
  waiting: { form: 'full', card: 'pm_card_authenticationRequired' },
  canceled: { form: 'full', card: 'pm_card_authenticationRequired', after: 'cancel' },
  refunded: { form: 'full', card: 'pm_card_mastercard', after: 'refund' },
  partlyRefunded: { form: 'full', card: 'pm_card_mastercard', after: 'refundPart' },
  disputed: { form: 'full', card: 'pm_card_createDispute' },
  recurring: { form: 'recurring', card: 'pm_card_amex' },
  withOffer: { form: 'full', card: 'pm_card_visa', after: 'acceptOffers' },
  withdrawn: { form: 'full', card: 'pm_card_visa', after: 'withdraw' },
  free: { form: 'free', card: null },
} as const
export type SaleState = keyof typeof kinds
type Kind = {
  readonly form: 'full' | 'free' | 'recurring'
  readonly card: string | null
  readonly after?: 'cancel' | 'refund' | 'refundPart' | 'acceptOffers' | 'withdraw'
}

export type Sale = { readonly purchaseId: string; readonly secret: string }
const outcome = z.object({ purchaseId: z.string(), secret: z.string() })
const refusal = z.object({ details: outcome })
const sequence = z.object({ offer: z.object({ id: z.string() }).nullable() })
const list = z.object({ bumps: z.array(z.object({ id: z.string() })) })

const names = ['Bea Novak', oddTexts.longName, oddTexts.arabic, '🎨 Ada', 'X', oddTexts.chinese]
const states: readonly SaleState[] = [
  'free',
  'paid',
  'declined',
  'waiting',
  'canceled',
  'refunded',
  'partlyRefunded',
  'disputed',
  'recurring',
  'withOffer',
  'withdrawn',
]

/**
 * Makes and returns one sale of each kind. `host` is the domain of the buyers' emails, so that each call has new
 * buyers.
 */
export async function sell(
  product: Product,
  token: string,
  forms: Readonly<Record<Kind['form'], string>>,
  ofEach: number,
  host = 'busy.example.com',
): Promise<[SaleState, Sale][]> {
  const full = list.parse(await send(product, ['GET', `/forms/${forms.full}`], undefined, token))
  const bumps = full.bumps.map(({ id }) => id)
  const sellOne = async (state: SaleState, index: number): Promise<Sale> => {
    const { form, card, after }: Kind = kinds[state]
    const body = {
      form: forms[form],
      bumps: form === 'full' ? bumps.slice(0, index % 3) : [],
      email: index === 1 ? `${state}-${oddTexts.longEmail}` : `${state}-${index}@${host}`,
      name: names[index % names.length],
      paymentMethodId: card,
      ...(state === 'withdrawn' && { consents: consentsOf('service') }),
    }
    const answer = await send(product, ['POST', '/stripe/pay-form'], body, undefined, 402)
    const sale = outcome.safeParse(answer).data ?? refusal.parse(answer).details
    if (after !== undefined) await follow[after](product, token, sale)
    return sale
  }
  const made: [SaleState, Sale][] = []
  // If more sales were made in parallel, a slow machine would exceed a payment's time limit.
  const limit = pLimit(4)
  for (const state of states) {
    const [sale] = await limit.map(Array.from({ length: ofEach }), async (_, index) => sellOne(state, index))
    if (sale !== undefined) made.push([state, sale])
  }
  return made
}

const follow = {
  cancel: (product: Product, _: string, { purchaseId, secret }: Sale) =>
    send(product, ['POST', `/stripe/purchases/${purchaseId}/cancel`], { secret }, undefined, 402),

  refund: (product: Product, token: string, { purchaseId }: Sale) =>
    send(product, ['POST', `/sales/${purchaseId}/refunds`], {}, token),

  refundPart: (product: Product, token: string, { purchaseId }: Sale) =>
    send(product, ['POST', `/sales/${purchaseId}/refunds`], { amount: 9.99 }, token),

  withdraw: async (product: Product, _: string, { purchaseId, secret }: Sale) => {
    const body = new URLSearchParams({ part: purchaseId })
    await fetch(`${product.url}/purchases/${purchaseId}/withdraw?key=${secret}`, { method: 'POST', body })
  },

  /** Accepts the first offer after a purchase, declines the second and leaves the others open. */
  acceptOffers: async (product: Product, _: string, { purchaseId, secret }: Sale) => {
    const path = `/stripe/purchases/${purchaseId}/offers`
    for (const answer of ['accept', 'decline']) {
      const { offer } = sequence.parse(await send(product, ['POST', `${path}/current`], { secret }))
      if (offer !== null) await send(product, ['POST', `${path}/${offer.id}/${answer}`], { secret })
    }
  },
} as const
