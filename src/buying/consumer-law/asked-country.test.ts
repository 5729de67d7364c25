import { expect, test } from 'vitest'
import { endBySelf, opensAt, rightOf } from './right.ts'
import type { Terms } from './terms.ts'

const paidAt = new Date('2026-11-24T10:00:00Z')

const terms: Terms = {
  sells: 'service',
  withdrawalDays: null,
  onWithdrawal: null,
  ownText: null,
  buyerCountry: null,
  askedCountry: null,
  isBusiness: false,
  hasFiles: false,
  hasMessage: false,
  sellerCountry: 'DE',
  consentAsked: 'service',
  consents: [],
  begunAt: null,
  isOrderBegun: false,
  deliveredOn: null,
}
const rightIn = (given: Partial<Terms>) => rightOf({ paidAt, terms: { ...terms, ...given } })

test('the country given before payment decides the right of withdrawal, whatever is opened or entered later', () => {
  expect(rightIn({ askedCountry: 'AT' })).toEqual(rightIn({}))
  expect(rightIn({ askedCountry: 'US' })).toEqual({ kind: 'none' })
  expect(rightIn({ sellerCountry: 'US' })).toEqual({ kind: 'none' })
  expect(rightIn({ sellerCountry: 'US', askedCountry: 'AT' })).toEqual(rightIn({}))
  expect(rightIn({ sellerCountry: 'US', askedCountry: 'AT', isOrderBegun: true })).toEqual(rightIn({}))
  // A country given after payment can only shorten the right.
  expect(rightIn({ sellerCountry: 'US', buyerCountry: 'AT', isOrderBegun: true })).toEqual({ kind: 'none' })
  expect(rightIn({ askedCountry: 'AT', buyerCountry: 'US' })).toEqual(rightIn({}))
  // A business has no right, whatever its country and the seller's policy.
  expect(rightIn({ askedCountry: 'AT', withdrawalDays: 30, isBusiness: true })).toEqual({ kind: 'none' })
})

test('a purchase’s files open when the withdrawal period of the buyer’s country ends', () => {
  const cost = { total: 4900, beginsPayments: false }
  const opens = (given: Partial<Terms>) => opensAt({ paidAt, terms: { ...terms, ...given }, ...cost })
  expect(opens({ askedCountry: 'US' })).toBeNull()
  expect(opens({ sellerCountry: 'US', askedCountry: 'AT' })).toEqual(opens({}))
})

test('a typed country without exceptions refunds nothing automatically once the buyer has opened the file', () => {
  const opened: Partial<Terms> = {
    sells: 'digital',
    consentAsked: 'digital',
    consents: (['early_start', 'loss_of_right'] as const).map((kind) => ({ kind, text: '', givenAt: 0 })),
    hasFiles: true,
    begunAt: paidAt.getTime() + 60_000,
    isOrderBegun: true,
  }
  const endIn = (given: Partial<Terms>) => endBySelf({ paidAt, terms: { ...terms, ...given } })
  const [none, weekLater] = [new Date(0), new Date('2026-12-01T10:00:00Z')]

  expect(endIn({ ...opened, askedCountry: 'BR' })).toEqual(none)
  expect(endIn({ ...opened, askedCountry: 'BR', sellerCountry: 'US' })).toEqual(none)
  expect(endIn({ ...opened, askedCountry: 'BR', sellerCountry: 'BR' }) > weekLater).toBe(true)
  expect(endIn({ ...opened, askedCountry: 'BR', begunAt: null, isOrderBegun: false }) > weekLater).toBe(true)
  expect(endIn({ sells: 'dated_event', askedCountry: 'BR' })).toEqual(none)
  // The right itself remains, so the seller has to review it.
  expect(rightIn({ ...opened, askedCountry: 'BR' })).toMatchObject({ kind: 'until' })
})
