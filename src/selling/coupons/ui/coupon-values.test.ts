import { expect, test } from 'vitest'
import { couponForm, newCouponValues } from './coupon-values.ts'

const problemsOf = async (changes: Partial<ReturnType<typeof newCouponValues>>) => {
  const values = { ...newCouponValues('UTC'), title: 'Spring sale', code: 'SPRING', ...changes }
  const options = { fields: {}, shouldUseNativeValidation: false }
  return Object.keys((await couponForm.resolver(values, undefined, options)).errors).toSorted()
}

test('all errors in a coupon are reported together, including those across two fields', async () => {
  const backwards = { startsAt: '2027-05-02T10:00', endsAt: '2027-05-01T10:00' }

  expect(await problemsOf({})).toEqual([])
  expect(await problemsOf(backwards)).toEqual(['endsAt'])
  expect(await problemsOf({ ...backwards, title: '', percentage: '' })).toEqual([
    'endsAt',
    'percentage',
    'title',
  ])
  const amounts = [{ currency: 'usd', amount: '1.234' }]
  expect(await problemsOf({ ...backwards, title: '', kind: 'amount', amounts })).toEqual([
    'amounts',
    'endsAt',
    'title',
  ])
})
