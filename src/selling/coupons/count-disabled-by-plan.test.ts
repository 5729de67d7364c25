import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { countDisabledByPlan } from './count-disabled-by-plan.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('the warning before a downgrade counts the coupons that would stop working', async () => {
  const { db, clock } = app.services
  const form = await createTestForm(app, await signUpSeller(app))
  const { sellerId } = await db
    .selectFrom('forms')
    .select('sellerId')
    .where('id', '=', form)
    .executeTakeFirstOrThrow()
  const now = clock.now()
  const [past, later] = [new Date(now.getTime() - 1), new Date(now.getTime() + 60_000)]
  await addCoupon(app, form)
  await addCoupon(app, form, { startsAt: later, endsAt: new Date(later.getTime() + 1) })
  await addCoupon(app, form, { endsAt: past })
  await addCoupon(app, form, { isActive: false })
  await addCoupon(app, form, { maxRedemptions: 3, taken: 3 })
  const { id: couponId } = await addCoupon(app, form, { codeMax: 1 })
  await db.updateTable('couponCodes').set({ taken: 1 }).where('couponId', '=', couponId).execute()
  await addCoupon(app, form, { deletedAt: past })
  await addCoupon(app, await createTestForm(app, await signUpSeller(app)))

  expect(await countDisabledByPlan(db, sellerId, 'BASIC', now)).toBe(2)
  expect(await countDisabledByPlan(db, sellerId, 'GROWTH', now)).toBe(0)
})
