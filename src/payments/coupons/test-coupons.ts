import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Insertable } from 'kysely'
import type { TestApp } from '#test-app.ts'

let codes = 0

type Given = Partial<Insertable<Database['coupons']>> & { readonly codeMax?: number | null }

/** Adds a coupon to the shop of a form. By default it is active and gives 20% off. */
export async function addCoupon(
  app: TestApp,
  form: string,
  { codeMax = null, ...fields }: Given = {},
): Promise<{ readonly id: string; readonly code: string }> {
  const { db } = app.services
  const { sellerId } = await db
    .selectFrom('forms')
    .select('sellerId')
    .where('id', '=', form)
    .executeTakeFirstOrThrow()
  const id = newId()
  const code = `SPRING${(codes += 1)}`
  await db
    .insertInto('coupons')
    .values({
      id,
      sellerId,
      title: 'Spring sale',
      kind: 'percent',
      percentage: '20',
      scope: 'order',
      zone: 'UTC',
      isActive: true,
      isAskedFor: true,
      ...fields,
    })
    .execute()
  await db
    .insertInto('couponCodes')
    .values({ id: newId(), couponId: id, sellerId, code, label: '', maxRedemptions: codeMax })
    .execute()
  return { id, code }
}

/** The number of purchases that reserve or have used a coupon, by its counter and by its recorded uses. */
export async function placesOf(app: TestApp, couponId: string) {
  const { db } = app.services
  const { taken } = await db
    .selectFrom('coupons')
    .select('taken')
    .where('id', '=', couponId)
    .executeTakeFirstOrThrow()
  const code = await db
    .selectFrom('couponCodes')
    .select('taken')
    .where('couponId', '=', couponId)
    .executeTakeFirstOrThrow()
  const redemptions = await db
    .selectFrom('redemptions')
    .select('state')
    .where('couponId', '=', couponId)
    .execute()
  const states = redemptions.map(({ state }) => state).toSorted()
  return { taken, ofCode: code.taken, states }
}
