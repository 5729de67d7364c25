import { expect, test } from 'vitest'
import { findingsOf } from '../check/findings.ts'
import { checkForm } from './form-editor.tsx'
import { newFormValues, type FormValues } from './form-values.ts'

const written: FormValues = {
  ...newFormValues(),
  title: 'A course in watercolor',
  description: 'Six weeks of light and water',
  video: 'https://youtu.be/dQw4w9WgXcQ',
  amount: 49,
}
const options = { fields: {}, shouldUseNativeValidation: false }
const check = (values: Partial<FormValues>) => checkForm({ ...written, ...values }, undefined, options)
const findings = (values: Partial<FormValues>) =>
  findingsOf({
    values: { ...written, termsUrl: 'https://example.com/', ...values },
    known: { bumps: [], offers: [], taxes: [], regions: [], shopTerms: null },
    coupons: undefined,
    now: 0,
  })

test.for<Partial<FormValues>>([
  { billingInterval: 5000 },
  { billingInterval: Number.NaN },
  { billingInterval: 157, billingPeriod: 'Weekly' },
  { cancelAfter: Number.NaN },
  { trialDays: 5000 },
  { setupLabel: 'x'.repeat(61) },
])('a one-time price’s hidden fields are not checked: %o', async (hidden) => {
  expect(await check({ ...hidden, priceType: 'OneTimePrice' })).toMatchObject({
    errors: {},
    values: { billingInterval: 1, billingPeriod: 'Daily', cancelAfter: 0, trialDays: 0, setupLabel: '' },
  })
  expect(findings({ ...hidden, priceType: 'OneTimePrice' })).toEqual([])
  expect(Object.keys((await check({ ...hidden, priceType: 'RecurringPrice' })).errors)).toHaveLength(1)
})

test('a price that becomes one-time keeps valid recurring fields', async () => {
  const kept = { billingInterval: 3, billingPeriod: 'Monthly', cancelAfter: 4 } as const
  expect((await check({ ...kept, priceType: 'OneTimePrice' })).values).toMatchObject(kept)
})
