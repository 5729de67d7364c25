import type { Kysely } from 'kysely'
import { describeUser } from '#accounts/identity/open-session.ts'
import { findSellerDetails } from '#accounts/invoice-details/seller-details.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Caller } from '#foundation/http/caller.ts'
import { toMajor } from '#foundation/money/amount.ts'
import type { ExportedAccount } from './contract.ts'
import { readBumps, readForms, readOffers, readProfile, readSeller, readTaxes, sumSales } from './store.ts'

/** All that is kept about a person and what their seller built. */
export async function exportAccount(
  db: Kysely<Database>,
  { userId, sellerId }: Caller,
  now: Date,
): Promise<ExportedAccount> {
  const [profile, seller, invoiceDetails, forms, bumps, offers, taxes, sales] = await Promise.all([
    readProfile(db, userId),
    readSeller(db, sellerId),
    findSellerDetails(db, sellerId),
    readForms(db, sellerId),
    readBumps(db, sellerId),
    readOffers(db, sellerId),
    readTaxes(db, sellerId),
    sumSales(db, sellerId),
  ])
  return {
    exportedAt: now.toISOString(),
    profile: { ...describeUser(profile), createdAt: profile.createdAt.toISOString() },
    seller: { ...seller, createdAt: seller.createdAt.toISOString(), invoiceDetails },
    forms: forms.map(inWireForm),
    bumps: bumps.map(inWireForm),
    offers: offers.map(inWireForm),
    taxes: taxes.map((tax) => ({
      ...tax,
      percentage: Number(tax.percentage),
      createdAt: tax.createdAt.toISOString(),
    })),
    sales: sales.map(({ currency, purchases, ...sums }) => ({
      currency,
      purchases,
      total: toMajor(sums.total, currency),
      taxAmount: toMajor(sums.taxAmount, currency),
      refunded: toMajor(sums.refunded, currency),
    })),
  }
}

function inWireForm<Row extends { amount: number; currency: string; createdAt: Date }>(row: Row) {
  return { ...row, amount: toMajor(row.amount, row.currency), createdAt: row.createdAt.toISOString() }
}
