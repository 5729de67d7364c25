import { z } from 'zod'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { receiptWriters } from '#buying/receipts/mail/receipt-writers.ts'
import {
  ask,
  asSeller,
  checkAll,
  later,
  mailsOf,
  paidTotalsOf,
  renew,
  rowOf,
  type Ordered,
} from '#payments/subscriptions/test-subscriptions.ts'
import { newId } from '#foundation/db/new-id.ts'
import { call, createTestForm, type TestApp, type TestSeller } from '#test-app.ts'

export const hour = 3_600_000
export const day = 24 * hour
export const monthly = { priceType: 'RecurringPrice', billingPeriod: 'Monthly' }
const tiers = {
  amount: 12,
  ...monthly,
  priceLabel: 'Basic',
  allowsPriceChange: true,
  prices: [{ label: 'Pro', amount: 24, ...monthly }],
}

type Shown = {
  readonly total?: number
  readonly from?: string
  readonly price?: string | undefined
  readonly after?: string | null
}

const withPrices = z.object({ prices: z.array(z.object({ id: z.uuid() })) })

export type Subscribed = Ordered & { readonly others: readonly { readonly id: string }[] }

let buyers = 0

/** What buyers of a seller's plans can do in these tests, and the results. */
export function changersOf(app: TestApp, seller: TestSeller) {
  const ofSeller = (method: 'GET' | 'PATCH', form: string, body?: object) =>
    asSeller(app, () =>
      call(app, method, `/api/forms/${form}`, { token: seller.token, ...(body && { body }) }),
    )
  return {
    checkAll: () => checkAll(app),
    totalsOf: (ordered: Ordered) => paidTotalsOf(app, ordered),
    edit: (form: string, fields: object) => ofSeller('PATCH', form, { isDetailUpdate: false, ...fields }),

    /** Makes a buyer of the form's first price, 12.00 a month, who can change to other prices. */
    async subscribed(fields: object = {}, payment: object = {}, before?: (form: string) => Promise<object>) {
      const form = await asSeller(app, () => createTestForm(app, seller, { ...tiers, ...fields }))
      const { prices: others } = withPrices.parse((await ofSeller('GET', form)).body)
      const email = `changer-${(buyers += 1)}@example.com`
      const paid = await pay(app, form, { email, ...payment, ...(await before?.(form)) })
      const { purchaseId, secret } = outcomeOf(paid)
      await checkAll(app)
      return { form, purchaseId, secret, others } satisfies Subscribed
    },

    later: (milliseconds: number) => later(app, milliseconds),

    /** Lets the next renewal and its background work take place. */
    renew: (ordered: Ordered) => renew(app, ordered),

    async change(
      ordered: Subscribed,
      { total = 2400, from = '', price = ordered.others[0]?.id, after }: Shown = {},
    ) {
      const { currentPeriodEnd, agreedPrices } = await rowOf(app, ordered)
      const shown = from || (currentPeriodEnd?.toISOString() ?? '')
      const last = after === undefined ? (agreedPrices?.at(-1)?.id ?? null) : after
      return ask(app, ordered, '/price', { price, total, from: shown, after: last })
    },

    /** Undoes the last price change, or the one that the page showed. */
    async undo(ordered: Ordered, shown?: string) {
      const { agreedPrices } = await rowOf(app, ordered)
      return ask(app, ordered, '/price/keep', { change: shown ?? agreedPrices?.at(-1)?.id ?? newId() })
    },

    page: async ({ purchaseId, secret }: Ordered) =>
      (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text(),

    changesMailed: async (ordered: Ordered) =>
      (await mailsOf(app, ordered)).filter((kind) => kind === 'price_changed').length,

    /** The subjects and texts of the emails about price changes, oldest first. */
    async textsOf({ purchaseId }: Ordered): Promise<string[]> {
      const { db } = app.services
      const mails = await db
        .selectFrom('mails')
        .selectAll()
        .where('purchaseId', '=', purchaseId)
        .where('kind', '=', 'price_changed')
        .orderBy('id')
        .execute()
      const write = receiptWriters({ db, clock: app.clock, addresses: app.config })['price_changed']
      const told = await Promise.all(mails.map(async (mail) => write?.(mail)))
      return told.map((message) => `${message?.subject ?? ''}\n${message?.text ?? ''}`)
    },
  }
}
