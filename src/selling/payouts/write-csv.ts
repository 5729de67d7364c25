import type { Kysely } from 'kysely'
import type { Readable } from 'node:stream'
import type { ProviderTransaction } from '#foundation/card-provider/payouts.ts'
import type { Database } from '#foundation/db/schema.ts'
import { plainAmount } from '#foundation/money/amount.ts'
import { csvOf } from '#selling/sales/export/csv.ts'
import type { PayoutLine } from './contract.ts'
import { describeLine, isInside } from './describe-payout.ts'
import { findPaidFor } from './store.ts'

type Row = PayoutLine & { readonly currency: string; readonly payment: string }

/** What a payout is made of as CSV, the newest first; its net amounts add up to the payout. */
export function writePayoutCsv(
  db: Kysely<Database>,
  sellerId: string,
  pages: AsyncIterable<readonly ProviderTransaction[]>,
): Readable {
  return csvOf(fields, readRows(db, sellerId, pages), ['Gross', 'Stripe fee', 'Platform fee', 'Net'])
}

async function* readRows(
  db: Kysely<Database>,
  sellerId: string,
  pages: AsyncIterable<readonly ProviderTransaction[]>,
): AsyncGenerator<Row> {
  for await (const page of pages) {
    const intents = page.flatMap(({ paymentIntentId }) => paymentIntentId ?? [])
    const paidFor = await findPaidFor(db, sellerId, [...new Set(intents)])
    for (const one of page.filter(isInside)) {
      const { currency, paymentIntentId } = one
      yield { ...describeLine(one, paidFor), currency, payment: paymentIntentId ?? '' }
    }
  }
}

const fields: Readonly<Record<string, (row: Row) => string>> = {
  'Time (UTC)': ({ at }) => at,
  Kind: ({ kind }) => kind,
  Purchase: ({ purchase }) => purchase?.id ?? '',
  Form: ({ purchase }) => purchase?.form ?? '',
  Buyer: ({ purchase }) => purchase?.name ?? '',
  Email: ({ purchase }) => purchase?.email ?? '',
  Currency: ({ currency }) => currency.toUpperCase(),
  Gross: ({ gross, currency }) => plainAmount(gross, currency),
  'Stripe fee': ({ providerFee, currency }) => plainAmount(providerFee, currency),
  'Platform fee': ({ applicationFee, currency }) => plainAmount(applicationFee, currency),
  Net: ({ net, currency }) => plainAmount(net, currency),
  Description: ({ description }) => description ?? '',
  Payment: ({ payment }) => payment,
  Transaction: ({ id }) => id,
  // The last, so that who reads columns by their place finds the others where they were.
  Offer: ({ purchase }) => purchase?.offer ?? '',
}
