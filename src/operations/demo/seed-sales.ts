import { purchaseOutcome } from '#payments/purchases/contract.ts'
import { answerOffers } from './answer-offers.ts'
import type { DemoApi } from './demo-api.ts'
import { demoSales, type DemoSale } from './demo-shop.ts'
import type { SeededForms } from './seed-forms.ts'

/**
 * Buys as buyers do, by the public routes, and refunds as the seller does. Each call carries a key of its own, so that
 * what was paid, accepted or refunded in an earlier try is answered and not repeated.
 */
export async function seedSales(api: DemoApi, seeded: SeededForms): Promise<void> {
  for (const sale of demoSales) await sell(api, seeded, sale)
}

async function sell(api: DemoApi, { forms, bumps }: SeededForms, sale: DemoSale): Promise<void> {
  const { form, name, email, card } = sale
  const body = {
    form: forms.get(form.title),
    bumps: (sale.bumps ?? []).map((title) => bumps.get(title)),
    name,
    email,
    paymentMethodId: card,
  }
  const key = `demo-${email}`
  if (sale.isDeclined === true) {
    await api.call('POST', '/stripe/pay-form', { body, key }, 402)
    return
  }
  const outcome = purchaseOutcome.parse(await api.call('POST', '/stripe/pay-form', { body, key }))
  await answerOffers(api, outcome, sale.accepted ?? 0, key)
  if (sale.refund === undefined) return
  const amount = sale.refund === 'all' ? {} : { amount: sale.refund }
  await api.call('POST', `/sales/${outcome.purchaseId}/refunds`, { body: amount, key })
}
