import { sql, type Insertable, type Kysely, type Transaction, type Updateable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { hasWords } from '#foundation/db/search.ts'
import type { Database } from '#foundation/db/schema.ts'
import { type SellerScope, withinScope } from '#foundation/lists/seller-scope.ts'
import type { ListQuery } from '#foundation/http/contract/contract.ts'
import { rowsOf } from '#foundation/lists/pages.ts'
import { pricesOfForm } from '#payments/pricing/form-columns.ts'

export type CouponRow = Awaited<ReturnType<typeof listCoupons>>[number]

/** Coupons newest first, with one row more than the page shows if there is a next page. */
export async function listCoupons(db: Kysely<Database>, scope: SellerScope, { q, ...asked }: ListQuery) {
  const { limit, offset } = rowsOf(asked)
  return selectCoupons(db)
    .where(withinScope('coupons.sellerId', scope))
    .$if(q !== '', (query) =>
      query.where((coupon) =>
        coupon.or([
          hasWords(q, [sql`coupons.title`]),
          coupon.exists(
            coupon
              .selectFrom('couponCodes')
              .select('couponCodes.id')
              .whereRef('couponCodes.sellerId', '=', 'coupons.sellerId')
              .whereRef('couponCodes.couponId', '=', 'coupons.id')
              .where('couponCodes.deletedAt', 'is', null)
              .where(beginsWith(q)),
          ),
        ]),
      ),
    )
    .orderBy('coupons.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function findCouponOf(
  db: Kysely<Database>,
  sellerId: string,
  id: string,
): Promise<CouponRow | undefined> {
  return selectCoupons(db)
    .where('coupons.sellerId', '=', sellerId)
    .where('coupons.id', '=', id)
    .executeTakeFirst()
}

/** A coupon without its revenue, because that is slow to add up if the coupon is used a lot. */
export type TermsRow = NonNullable<Awaited<ReturnType<typeof findTerms>>>

export async function findTerms(db: Kysely<Database>, sellerId: string, id: string) {
  return selectTerms(db)
    .where('coupons.sellerId', '=', sellerId)
    .where('coupons.id', '=', id)
    .executeTakeFirst()
}

/** The terms of active coupons, newest first. */
export async function listTerms(db: Kysely<Database>, sellerId: string, limit: number): Promise<TermsRow[]> {
  return selectTerms(db)
    .where('coupons.sellerId', '=', sellerId)
    .where('isActive', '=', true)
    .orderBy('coupons.id', 'desc')
    .limit(limit)
    .execute()
}

/** The coupons with these codes, ignoring case. */
export async function listNamed(db: Kysely<Database>, sellerId: string, codes: readonly string[]) {
  if (codes.length === 0) return []
  const typed = codes.map((code) => code.toUpperCase())
  return db
    .selectFrom('couponCodes')
    .innerJoin('coupons', 'coupons.id', 'couponCodes.couponId')
    .select(['couponCodes.code', 'coupons.id', 'coupons.isActive', 'coupons.endsAt'])
    .select(
      sql<boolean>`coalesce(coupons.taken >= coupons.max_redemptions, false)
        or coalesce(coupon_codes.taken >= coupon_codes.max_redemptions, false)`.as('isUsedUp'),
    )
    .where('couponCodes.sellerId', '=', sellerId)
    .where(sql`upper(coupon_codes.code)`, 'in', typed)
    .where('couponCodes.deletedAt', 'is', null)
    .where('coupons.deletedAt', 'is', null)
    .execute()
}

/** All of a seller's coupons, oldest first, for the data export. */
export async function listAllCoupons(db: Kysely<Database>, sellerId: string) {
  return selectCoupons(db)
    .select((coupon) =>
      jsonArrayFrom(
        coupon
          .selectFrom('couponCodes')
          .select(['couponCodes.code', 'couponCodes.label', 'couponCodes.taken'])
          .whereRef('couponCodes.couponId', '=', 'coupons.id')
          .where('couponCodes.deletedAt', 'is', null)
          .orderBy('couponCodes.id'),
      ).as('codes'),
    )
    .where('coupons.sellerId', '=', sellerId)
    .orderBy('coupons.id')
    .execute()
}

function selectTerms(db: Kysely<Database>) {
  return db
    .selectFrom('coupons')
    .select([
      'coupons.id',
      'title',
      'kind',
      sql<string | null>`trim_scale(percentage)::text`.as('percentage'),
      'amounts',
      'scope',
      'lasts',
      'cycles',
      'minimums',
      'formIds',
      'startsAt',
      'endsAt',
      'zone',
      'coupons.maxRedemptions',
      'maxPerBuyer',
      'coupons.taken',
      'isActive',
      'isAskedFor',
      'coupons.createdAt',
    ])
    .select((coupon) =>
      coupon
        .selectFrom('couponCodes')
        .select('couponCodes.code')
        .whereRef('couponCodes.couponId', '=', 'coupons.id')
        .where('couponCodes.deletedAt', 'is', null)
        .orderBy('couponCodes.id')
        .limit(1)
        .as('code'),
    )
    .where('coupons.deletedAt', 'is', null)
}

function selectCoupons(db: Kysely<Database>) {
  return selectTerms(db).select([
    sql<number>`(
        select count(*) from coupon_codes where coupon_id = coupons.id and deleted_at is null
      )`.as('codeCount'),
    sql<{ currency: string; total: number }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'total', total) order by currency), '[]')
        from (
          select purchases.currency, sum(purchases.total - coalesce(returned, 0)) as total
          from redemptions_view as redemptions join purchases_view as purchases on purchases.id = redemptions.purchase_id
            or purchases.order_id = redemptions.purchase_id and purchases.coupon_code is not null
          left join lateral (
            select sum(amount) as returned from refunds_view as refunds
            where refunds.purchase_id = purchases.id and refunds.status = 'succeeded'
          ) gone on true
          where redemptions.coupon_id = coupons.id and purchases.paid_at is not null
          group by purchases.currency
        ) earned
      )`.as('revenue'),
  ])
}

export async function insertCoupon(
  tx: Transaction<Database>,
  coupon: Insertable<Database['coupons']>,
  code: Insertable<Database['couponCodes']>,
): Promise<void> {
  await tx.insertInto('coupons').values(coupon).execute()
  await tx.insertInto('couponCodes').values(code).execute()
}

/** Returns whether the seller has such a coupon. */
export async function changeCoupon(
  db: Kysely<Database>,
  sellerId: string,
  id: string,
  changes: Updateable<Database['coupons']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('coupons')
    .set(changes)
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Marks a coupon as deleted and keeps past sales. Without an `id`, marks all of the seller's coupons. Returns whether
 * there were any.
 */
export async function removeCoupons(
  tx: Transaction<Database>,
  sellerId: string,
  now: Date,
  id?: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('coupons')
    .set({ deletedAt: now })
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirst()
  await tx
    .updateTable('couponCodes')
    .set({ deletedAt: now })
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .$if(id !== undefined, (query) => query.where('couponId', '=', id ?? ''))
    .execute()
  return numUpdatedRows > 0n
}

/** The seller's forms on sale, with the fields that coupons depend on. */
export async function listSoldForms(db: Kysely<Database>, sellerId: string) {
  return db
    .selectFrom('formsView as forms')
    .select(['forms.id', 'title', 'priceType', 'billingInterval', 'billingPeriod', 'cancelAfter'])
    .select(['trialDays', 'trialAmount', 'setupAmount', 'setupLabel', 'payoffDiscount'])
    .select(pricesOfForm)
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .execute()
}

const codeColumns = ['id', 'code', 'label', 'maxRedemptions', 'taken'] as const

/** Codes oldest first, with one row more than the page shows if there is a next page. */
export async function listCodesOf(
  db: Kysely<Database>,
  sellerId: string,
  couponId: string,
  { q, ...asked }: ListQuery,
) {
  const { limit, offset } = rowsOf(asked)
  return db
    .selectFrom('couponCodes')
    .select(codeColumns)
    .where('sellerId', '=', sellerId)
    .where('couponId', '=', couponId)
    .where('deletedAt', 'is', null)
    .$if(q !== '', (query) => query.where(beginsWith(q)))
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Returns the inserted codes. Those the shop already has are skipped. */
export async function insertCodes(
  db: Kysely<Database>,
  codes: readonly Insertable<Database['couponCodes']>[],
) {
  return db
    .insertInto('couponCodes')
    .values(codes)
    .onConflict((conflict) => conflict.doNothing())
    .returning(codeColumns)
    .execute()
}

/** Returns the code, or undefined if the coupon does not have it. */
export async function removeCode(
  db: Kysely<Database>,
  sellerId: string,
  couponId: string,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<string | undefined> {
  const removed = await db
    .updateTable('couponCodes')
    .set({ deletedAt: now })
    .where('sellerId', '=', sellerId)
    .where('couponId', '=', couponId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning('code')
    .executeTakeFirst()
  return removed?.code
}

/** This condition lets the query use the index of codes. */
function beginsWith(q: string) {
  const pattern = `${q.toUpperCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<boolean>`upper(coupon_codes.code) like ${pattern}`
}
