import { expect, test } from 'vitest'
import type { WithdrawalWire } from '#buying/withdrawal/contract.ts'
import { explain, likelyReason, nextStep, timeLeft } from './withdrawal-advice.ts'

const open: WithdrawalWire = {
  id: '1',
  language: 'en',
  kind: 'withdrawal',
  cause: null,
  endsOn: null,
  receivedAt: '2026-11-28T12:00:00.000Z',
  dueAt: '2026-12-12T12:00:00.000Z',
  name: 'Lena Ortiz',
  email: 'lena@example.com',
  reference: 'Throw your first bowl',
  outcome: 'open',
  saleId: '2',
  title: 'Throw your first bowl',
  paidAt: '2026-11-20T12:00:00.000Z',
  isConfirmed: true,
  fits: null,
  isLate: false,
  lacksLaw: false,
  buyerCountry: 'DE',
  lawOf: 'DE',
  rightEndedAt: null,
  waitsForSeller: true,
  waitsBecause: null,
  mayKeepPart: false,
  isHeld: false,
  total: 2900,
  returned: 0,
  kept: 0,
  currency: 'usd',
  due: 2900,
  dueCurrency: 'usd',
  refusedFor: null,
}

test.each([
  [{}, 'Refund $29.00 by Dec 12: the 14 days under the law of Germany are running.'],
  [{ lawOf: 'NL' }, 'Refund $29.00 by Dec 12: the 14 days under the law of the Netherlands are running.'],
  [{ lawOf: null }, 'Refund $29.00 by Dec 12, 14 days after the buyer withdrew.'],
  [
    { due: 0, dueCurrency: null, total: 0 },
    'End the subscription by Dec 12: the 14 days under the law of Germany are running.',
  ],
  [{ waitsForSeller: false }, 'Refund $29.00 by Dec 12: it has not happened automatically.'],
  [
    { mayKeepPart: true },
    'Refund $29.00 by Dec 12, less the part of the service you already performed at the buyer’s request.',
  ],
  [
    { isLate: true, rightEndedAt: '2026-12-04T12:00:00.000Z' },
    'You may decline: the right of withdrawal had ended on Dec 4.',
  ],
  [
    { isLate: true, lacksLaw: true, lawOf: null },
    'If Lena Ortiz lives in the EU, refund $29.00 by Dec 12. If not, you may decline.',
  ],
  [
    { waitsBecause: 'country' as const },
    'If the buyer is a consumer where they say they live, refund $29.00 by Dec 12. If not, you may decline.',
  ],
  [
    { isConfirmed: false, fits: 'number' as const },
    'Ask the buyer whether they wrote this: the order number matches, but the email does not. If they did, refund $29.00 by Dec 12.',
  ],
])('an open withdrawal with %o gets a sentence about what to do', (facts, advice) => {
  expect(explain({ ...open, ...facts })).toBe(advice)
})

test('an open withdrawal shows the date in the shop’s time zone', () => {
  expect(explain({ ...open, dueAt: '2026-12-12T22:00:00.000Z' }, 'Asia/Tokyo')).toContain('by Dec 13')
})

test.each([
  ['refund', {}],
  ['refund', { waitsBecause: 'country' }],
  ['decline', { isLate: true }],
  ['decline', { waitsBecause: 'opened' }],
  ['decide', { isLate: true, lacksLaw: true }],
  ['ask', { isConfirmed: false, fits: 'number' }],
  ['find', { saleId: null, isConfirmed: false, fits: 'nothing' }],
  ['wait', { isHeld: true }],
] as const)('the next step is to %s with %o', (step, facts) => {
  expect(nextStep({ ...open, ...facts })).toBe(step)
})

test('a refund is urgent in its last three days and once it is late', () => {
  const due = '2026-12-12T12:00:00.000Z'
  const at = (time: string) => timeLeft(due, Date.parse(time))

  expect(at('2026-12-09T11:59:59Z')).toEqual({ days: 3, isUrgent: false })
  expect(at('2026-12-09T12:00:00Z')).toEqual({ days: 3, isUrgent: true })
  expect(at('2026-12-12T11:00:00Z')).toEqual({ days: 0, isUrgent: true })
  expect(at('2026-12-12T12:00:01Z')).toEqual({ days: -1, isUrgent: true })
})

test.each([
  [{ isLate: true, rightEndedAt: '2026-12-04T12:00:00.000Z' }, 'too_late'],
  [{ isLate: true }, 'no_right'],
  [{ isLate: true, lacksLaw: true, lawOf: null }, 'no_right'],
  [{ waitsBecause: 'opened' as const }, 'right_lost'],
  [{}, 'excluded'],
])('the form to decline a withdrawal with %o begins with the reason %s', (facts, reason) => {
  expect(likelyReason({ ...open, ...facts })).toBe(reason)
})
