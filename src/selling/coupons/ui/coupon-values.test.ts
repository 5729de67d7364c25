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
  const amounts = [{ currency: 'usd', amount: '1.234', minimum: '' }]
  expect(await problemsOf({ ...backwards, title: '', kind: 'amount', amounts })).toEqual([
    'amounts',
    'endsAt',
    'title',
  ])
})

test('each currency has its amount and its minimum order, each with its own error', async () => {
  const errorsOf = async (amounts: ReturnType<typeof newCouponValues>['amounts']) => {
    const values = {
      ...newCouponValues('UTC'),
      title: 'Sale',
      code: 'SALE',
      kind: 'amount' as const,
      amounts,
    }
    return couponForm.resolver(values, undefined, { fields: {}, shouldUseNativeValidation: false })
  }
  const usd = { currency: 'usd', amount: '5', minimum: '20' }

  expect(await errorsOf([usd, { currency: 'eur', amount: '', minimum: '' }])).toMatchObject({
    values: { amounts: [{ currency: 'usd', amount: 5 }], minimums: [{ currency: 'usd', amount: 20 }] },
  })
  expect(await errorsOf([usd, { currency: 'eur', amount: '', minimum: '15' }])).toMatchObject({
    errors: { amounts: [undefined, { amount: { message: 'This field is required' } }] },
  })
  expect((await errorsOf([usd, { currency: 'jpy', amount: '500', minimum: '1.5' }])).errors).toMatchObject({
    amounts: [undefined, { minimum: {} }],
  })
})
