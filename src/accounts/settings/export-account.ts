import type { Kysely } from 'kysely'
import { describeUser } from '#accounts/identity/sessions/open-session.ts'
import { findSellerDetails } from '#accounts/invoice-details/seller-details.ts'
import { readSeller, readUser } from '#accounts/people/read-people.ts'
import { readExports, type AccountExport } from '#registry/account-exports.ts'
import type { Database } from '#foundation/db/schema.ts'
import { may, type Caller } from '#foundation/http/contract/caller.ts'
import type { ExportedAccount } from './contract.ts'

/** All that is kept about a person, and what their seller built as far as they may read it. */
export async function exportAccount(
  db: Kysely<Database>,
  caller: Caller,
  now: Date,
  accountExports: readonly AccountExport[],
): Promise<ExportedAccount> {
  const { userId, sellerId } = caller
  const [profile, seller, invoiceDetails, parts] = await Promise.all([
    readUser(db, userId),
    readSeller(db, sellerId),
    may(caller, 'billing', 'read') ? findSellerDetails(db, sellerId) : null,
    readExports(accountExports, db, caller),
  ])
  const { id, name, onboardingStatus } = seller
  return {
    exportedAt: now.toISOString(),
    profile: { ...describeUser(profile), createdAt: profile.createdAt.toISOString() },
    seller: { id, name, onboardingStatus, createdAt: seller.createdAt.toISOString(), invoiceDetails },
    ...parts,
  }
}
