import type { Kysely } from 'kysely'
import type { ProviderTransaction } from '#foundation/card-provider/payouts.ts'
import { amount, email, text, time } from '#foundation/csv/cells.ts'
import type { Columns } from '#foundation/csv/write-csv.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { PayoutLine } from './contract.ts'
import { describeLine, isInside } from './describe-payout.ts'
import { findPaidFor } from './store.ts'

type Row = PayoutLine & { readonly currency: string; readonly payment: string }

/** A payout's transactions, newest first. Their net amounts add up to the payout. */
export async function* readRows(
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

export const columns: Columns<Row> = {
  'Time (UTC)': ({ at }) => time(new Date(at)),
  Kind: ({ kind }) => text(kind),
  Purchase: ({ purchase }) => text(purchase?.id),
  Form: ({ purchase }) => text(purchase?.form),
  Buyer: ({ purchase }) => text(purchase?.name),
  Email: ({ purchase }) => email(purchase?.email),
  Currency: ({ currency }) => text(currency.toUpperCase()),
  Gross: ({ gross, currency }) => amount(gross, currency),
  'Stripe fee': ({ providerFee, currency }) => amount(providerFee, currency),
  'Platform fee': ({ applicationFee, currency }) => amount(applicationFee, currency),
  Net: ({ net, currency }) => amount(net, currency),
  Description: ({ description }) => text(description),
  Payment: ({ payment }) => text(payment),
  Transaction: ({ id }) => text(id),
  // This column is last, so that programs that read columns by position keep working.
  Offer: ({ purchase }) => text(purchase?.offer),
}
