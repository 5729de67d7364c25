import { sql } from 'kysely'
import { livePlanOfSeller } from '#accounts/billing/gates/live-plan.ts'
import { opensExtras } from '#accounts/billing/gates/gates.ts'
import type { AdPlatform } from '#foundation/db/tables/webhook-endpoints.ts'
import { toMajor } from '#foundation/money/amount.ts'
import type { Services } from '#registry/services.ts'
import type { EventRow } from '#selling/events/describe-event.ts'
import { readSale } from '#selling/sales/describe-sale.ts'

/** A purchase or a refund as ad platforms count it. Amounts are in major units. */
export type Conversion = {
  readonly isRefund: boolean
  /** Identifies the purchase for the seller and the platform, also when it is sent again. */
  readonly purchaseId: string
  /** The order that the purchase belongs to. Its parts come from the same visitor. */
  readonly orderId: string
  readonly at: Date
  readonly value: number
  readonly currency: string
  readonly items: readonly {
    readonly id: string
    readonly title: string
    readonly quantity: number
    readonly price: number
  }[]
}

/** What the buyer of an order agreed to share with an ad platform. */
export type SharedBuyer = {
  readonly email: string
  /** From the buyer's invoice details. Null if unknown. */
  readonly country: string | null
  readonly browser: string
  /** The click on the platform's ad that led to the page. Undefined if unknown. */
  readonly click: string | undefined
  readonly agreedAt: Date
  /** The URL of the payment page, without its parameters. */
  readonly page: string
}

/**
 * The buyer of a purchase, for a platform that needs their consent. Undefined without it, or once the buyer was erased.
 */
export async function readSharedBuyer(
  db: Services['db'],
  platform: AdPlatform,
  { purchaseId, orderId }: Pick<Conversion, 'purchaseId' | 'orderId'>,
  publicUrl: string,
): Promise<SharedBuyer | undefined> {
  const row = await db
    .selectFrom('consentsView as consents')
    .innerJoin('purchasesView as purchases', (join) => join.on('purchases.id', '=', purchaseId))
    .leftJoin('buyerDetailsView as details', 'details.purchaseId', 'consents.purchaseId')
    .select(['consents.shared', 'consents.givenAt', 'purchases.email', 'purchases.formId', 'details.country'])
    .where('consents.purchaseId', '=', orderId)
    .where('consents.kind', '=', 'ads')
    .executeTakeFirst()
  const shared = row?.shared ?? null
  if (row === undefined || shared === null || row.email === '' || shared.browser === '') return undefined
  if (!shared.with.includes(platform)) return undefined
  const { email, country, givenAt: agreedAt, formId } = row
  const { browser, clicks } = shared
  return {
    email,
    country,
    browser,
    agreedAt,
    click: clicks[platform],
    page: `${publicUrl}/payment/${formId}`,
  }
}

/**
 * The purchase or refund of an event, as it is now. Undefined if platforms do not count it: nothing was paid, the sale
 * is gone, or the seller's plan no longer includes conversions.
 */
export async function readConversion(
  services: Pick<Services, 'db' | 'clock'>,
  { sellerId, type, objectId, purchaseId, happenedAt }: EventRow,
  sendsRenewals: boolean,
): Promise<Conversion | undefined> {
  const { db } = services
  if (purchaseId === null || !(await includesConversions(db, sellerId))) return undefined
  const sale = await readSale(services, sellerId, purchaseId)
  if (sale === undefined || sale.total === 0 || sale.paidAt === null) return undefined
  if (sale.kind === 'payoff' && !sendsRenewals) return undefined
  const isRefund = type === 'purchase.refunded'
  const refund = sale.refunds.find(({ id }) => id === objectId)
  if (isRefund && (refund === undefined || refund.total === 0)) return undefined
  const { currency } = sale
  return {
    isRefund,
    purchaseId,
    orderId: sale.orderId ?? purchaseId,
    at: isRefund ? happenedAt : new Date(sale.paidAt),
    value: toMajor(refund?.total ?? sale.total, currency),
    currency: currency.toUpperCase(),
    items: sale.lines.map(({ title, quantity, total, bumpId, offerId }) => ({
      id: offerId ?? bumpId ?? sale.formId,
      title,
      quantity,
      price: toMajor(Math.round(total / quantity), currency),
    })),
  }
}

async function includesConversions(db: Services['db'], sellerId: string): Promise<boolean> {
  const { plan } = await db
    .selectNoFrom(livePlanOfSeller(sql.val(sellerId)).as('plan'))
    .executeTakeFirstOrThrow()
  return plan !== null && opensExtras(plan)
}
