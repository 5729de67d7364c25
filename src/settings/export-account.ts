import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Caller } from '#http/caller.ts'
import { describeUser } from '#identity/open-session.ts'
import { toMajor } from '#money/amount.ts'
import { findSellerDetails } from '#invoice-details/seller-details.ts'
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
