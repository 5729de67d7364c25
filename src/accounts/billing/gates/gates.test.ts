import { describe, expect, test } from 'vitest'
import { reasonsAgainst, type Area } from './gates.ts'

const connect = 'You need to connect your stripe account with our service'
const feature = "Your subscription doesn't have this feature"
const gated: readonly Area[] = ['forms', 'products', 'extras', 'sales']

describe('gates', () => {
  test.each(['uncompleted', 'restricted'] as const)(
    'an account that is %s opens billing and settings only',
    (onboarding) => {
      const state = { onboarding, plan: 'GROWTH' }
      expect(reasonsAgainst('billing', state)).toEqual([])
      expect(reasonsAgainst('settings', state)).toEqual([])
      for (const area of gated) expect(reasonsAgainst(area, state)[0]).toBe(connect)
    },
  )

  test('bumps and one-time offers name the plan after onboarding', () => {
    const state = { onboarding: 'uncompleted', plan: null } as const
    expect(reasonsAgainst('products', state)).toEqual([connect, feature])
    expect(reasonsAgainst('forms', state)).toEqual([connect])
  })

  test.each(['BASIC', 'basic', 'Basic'])('the plan %s opens forms and sales only', (plan) => {
    const state = { onboarding: 'completed', plan } as const
    expect(gated.filter((area) => reasonsAgainst(area, state).length === 0)).toEqual(['forms', 'sales'])
    expect(reasonsAgainst('extras', state)).toEqual([feature])
  })

  test.each(['GROWTH', 'PARTNER_FREE'])('the plan %s opens everything', (plan) => {
    const state = { onboarding: 'completed', plan } as const
    expect(gated.flatMap((area) => reasonsAgainst(area, state))).toEqual([])
  })

  test('without a live plan only billing and settings are open, and other areas say that the plan has ended', () => {
    const state = { onboarding: 'completed', plan: null } as const
    for (const area of gated) {
      expect(reasonsAgainst(area, state)).toEqual(['Your plan has ended. Choose one to continue.'])
    }
    expect([...reasonsAgainst('billing', state), ...reasonsAgainst('settings', state)]).toEqual([])
  })
})
