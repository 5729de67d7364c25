import { expect, test } from 'vitest'
import { onboardingStatus } from '#accounts/onboarding/contract.ts'
import { subscription } from './contract.ts'

const { plan } = subscription.shape
const { status } = onboardingStatus.shape

test.each([
  ['basic', 'BASIC'],
  ['Growth', 'GROWTH'],
  ['PARTNER_FREE', 'PARTNER_FREE'],
  ['something newer', 'BASIC'],
])('a plan reported as %s is read as %s', (told, opens) => {
  expect(plan.parse(told)).toBe(opens)
})

test.each([
  ['completed', 'completed'],
  ['pending', 'restricted'],
])('an account status of %s is read as %s', (told, means) => {
  expect(status.parse(told)).toBe(means)
})
