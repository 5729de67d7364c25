// Changes to a seller's row, for all domains that need them.
import { sql, type Kysely, type Transaction, type Updateable } from 'kysely'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { OnboardingState } from '#foundation/db/tables/identity.ts'

/** Creates a seller owned by this user. */
export async function openSeller(tx: Transaction<Database>, userId: string, name: string): Promise<string> {
  const sellerId = newId()
  await tx.insertInto('sellers').values({ id: sellerId, name }).execute()
  await tx.insertInto('members').values({ userId, sellerId }).execute()
  return sellerId
}

/** Gives a user their own seller and returns its id, unless another request has just done so. */
export async function openMissingSeller(
  tx: Transaction<Database>,
  userId: string,
  name: string,
): Promise<string | undefined> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  if (await hasSeller(tx, userId)) return undefined
  return openSeller(tx, userId, name)
}

export async function hasSeller(db: Kysely<Database>, userId: string): Promise<boolean> {
  const member = await db
    .selectFrom('members')
    .select('userId')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return member !== undefined
}

/** Locks a seller's row, so that changes to its members, plan or closing happen in turn. */
export async function lockSeller(tx: Transaction<Database>, ...sellerIds: readonly string[]): Promise<void> {
  if (sellerIds.length === 0) return
  await tx.selectFrom('sellers').select('id').where('id', 'in', sellerIds).orderBy('id').forUpdate().execute()
}

/** Stores the Stripe customer that pays for the plan. The first one counts. */
export async function saveCustomerId(
  db: Kysely<Database>,
  sellerId: string,
  customerId: string,
): Promise<void> {
  await db
    .updateTable('sellers')
    .set({ stripeCustomerId: customerId, updatedAt: new Date() })
    .where('id', '=', sellerId)
    .where('stripeCustomerId', 'is', null)
    .execute()
}

/** Stores the connected account that buyers pay. The first one counts. */
export async function saveAccountId(
  db: Kysely<Database>,
  sellerId: string,
  accountId: string,
): Promise<void> {
  await db
    .updateTable('sellers')
    .set({ stripeAccountId: accountId, updatedAt: new Date() })
    .where('id', '=', sellerId)
    .where('stripeAccountId', 'is', null)
    .execute()
}

export async function setOnboardingStatus(
  tx: Transaction<Database>,
  accountId: string,
  status: OnboardingState,
): Promise<void> {
  await tx
    .updateTable('sellers')
    .set({ onboardingStatus: status, updatedAt: new Date() })
    .where('stripeAccountId', '=', accountId)
    .execute()
}

/** Stores the country of the connected account. */
export async function saveAccountCountry(
  db: Kysely<Database>,
  accountId: string,
  country: string | null,
): Promise<void> {
  await db
    .updateTable('sellers')
    .set({ accountCountry: country, updatedAt: new Date() })
    .where('stripeAccountId', '=', accountId)
    .where('accountCountry', 'is distinct from', country)
    .execute()
}

/** Stores the payment methods turned on in the connected account. */
export async function savePaymentMethods(
  db: Kysely<Database>,
  accountId: string,
  paymentMethods: readonly string[],
): Promise<void> {
  const given = JSON.stringify(paymentMethods)
  await db
    .updateTable('sellers')
    .set({ paymentMethods: given, updatedAt: new Date() })
    .where('stripeAccountId', '=', accountId)
    .where('paymentMethods', 'is distinct from', sql<string[]>`${given}::jsonb`)
    .execute()
}

type ShopColumns = Pick<
  Updateable<Database['sellers']>,
  | 'name'
  | 'originalName'
  | 'logo'
  | 'wideLogo'
  | 'contactEmail'
  | 'website'
  | 'termsUrl'
  | 'brandColor'
  | 'font'
  | 'timeZone'
  | 'embedHosts'
  | 'announcesPurchases'
  | 'namesOrderAfterPaying'
>

/** Stores how the shop looks to buyers. */
export async function setShop(
  tx: Transaction<Database>,
  sellerId: string,
  face: Partial<ShopColumns>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('sellers')
    .set({ ...face, updatedAt: now })
    .where('id', '=', sellerId)
    .execute()
}

/** Stores the current invoice details, or null if there are none. */
export async function setDetails(
  tx: Transaction<Database>,
  sellerId: string,
  detailsId: string | null,
): Promise<void> {
  await tx.updateTable('sellers').set({ detailsId }).where('id', '=', sellerId).execute()
}

/** The current policy. */
export async function setPolicy(
  tx: Transaction<Database>,
  sellerId: string,
  policyId: string,
): Promise<void> {
  await tx.updateTable('sellers').set({ policyId }).where('id', '=', sellerId).execute()
}

/** A closed shop's names stay with its sales. Its pictures, color and contact address are erased. */
export async function closeSeller(tx: Transaction<Database>, sellerId: string, now: Date): Promise<void> {
  const nothing = {
    logo: null,
    wideLogo: null,
    contactEmail: null,
    website: null,
    termsUrl: null,
    brandColor: null,
    embedHosts: [],
  }
  await tx
    .updateTable('sellers')
    .set({ ...nothing, closedAt: now, updatedAt: now })
    .where('id', '=', sellerId)
    .execute()
}
