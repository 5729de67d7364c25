import type { Config } from '#foundation/config/config.ts'
import type { Services } from '#registry/services.ts'
import { purchaseOutcome } from '#payments/purchases/contract.ts'
import type { DemoApi, DemoServer } from './demo-api.ts'
import { demoAccount, demoForms, type DemoSale, demoSales } from './demo-shop.ts'
import { openShop } from './open-shop.ts'
import { type SeededForms, seedForms } from './seed-forms.ts'
import { findDemoSeller, hasOtherSellers, hasSoldTo, listForms } from './store.ts'
import { answerOffers } from './answer-offers.ts'

export type Demo = {
  readonly email: string
  readonly password: string
  readonly forms: readonly { readonly title: string; readonly path: string }[]
  /** Whether any part of the demo shop was created just now. */
  readonly isNew: boolean
}

const sellerEmail = demoAccount.email

/**
 * Gives an empty database a seller with forms and sales, through the routes people use. An interrupted start is
 * completed. A database with other sellers is left unchanged. While the demo seller exists, returns how to sign in.
 */
export async function seedDemo(
  server: DemoServer,
  services: Services,
  config: Config,
): Promise<Demo | undefined> {
  const { db } = services
  const known = await findDemoSeller(db, sellerEmail)
  const isOfOthers = await hasOtherSellers(db, known)
  if (known === undefined && isOfOthers) return undefined
  const isNew = known === undefined || (!isOfOthers && !(await isFinished(services, known)))
  if (isNew) {
    const api = await openShop(server, services, config)
    await seedSales(api, await seedForms(api, services.clock.now()))
  }
  const sellerId = await findDemoSeller(db, sellerEmail)
  if (sellerId === undefined) return undefined
  const forms = await listForms(db, sellerId, demoForms.length)
  return { ...demoAccount, forms: forms.map(({ id, title }) => ({ title, path: `/payment/${id}` })), isNew }
}

/** The last sale is created last, so its existence shows that the demo is complete. */
async function isFinished({ db }: Services, sellerId: string): Promise<boolean> {
  const last = demoSales.at(-1)
  return last === undefined || hasSoldTo(db, sellerId, last.email)
}

/**
 * Buys as buyers would, through the public routes, and refunds as the seller would. Each call has its own key, so
 * that a repeated one returns the earlier outcome.
 */
async function seedSales(api: DemoApi, seeded: SeededForms): Promise<void> {
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
