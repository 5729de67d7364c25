import { describe, expect, test } from 'vitest'
import { reasonsAgainst, type Area } from './gates.ts'

const connect = 'You need to connect your stripe account with our service'
const feature = "Your subscription doesn't have this feature"
const gated: readonly Area[] = ['forms', 'products', 'extras', 'sales']

describe('gates', () => {
  test.each(['uncompleted', 'restricted'] as const)(
    'a seller whose onboarding is %s can open only billing and settings',
    (onboarding) => {
      const state = { onboarding, plan: 'GROWTH' }
      expect(reasonsAgainst('billing', state)).toEqual([])
      expect(reasonsAgainst('settings', state)).toEqual([])
      for (const area of gated) expect(reasonsAgainst(area, state)[0]).toBe(connect)
    },
  )

  test('a new seller must connect Stripe and then upgrade to open products', () => {
    const state = { onboarding: 'uncompleted', plan: null } as const
    expect(reasonsAgainst('products', state)).toEqual([connect, feature])
    expect(reasonsAgainst('forms', state)).toEqual([connect])
  })

  test.each(['BASIC', 'basic', 'Basic'])('the %s plan opens only forms and sales', (plan) => {
    const state = { onboarding: 'completed', plan } as const
    expect(gated.filter((area) => reasonsAgainst(area, state).length === 0)).toEqual(['forms', 'sales'])
    expect(reasonsAgainst('extras', state)).toEqual([feature])
  })

  test.each(['GROWTH', 'PARTNER_FREE'])('the %s plan opens everything', (plan) => {
    const state = { onboarding: 'completed', plan } as const
    expect(gated.flatMap((area) => reasonsAgainst(area, state))).toEqual([])
  })

  test('a seller whose plan has ended can open only billing and settings', () => {
    const state = { onboarding: 'completed', plan: null } as const
    for (const area of gated) {
      expect(reasonsAgainst(area, state)).toEqual(['Your plan has ended. Choose one to continue.'])
    }
    expect([...reasonsAgainst('billing', state), ...reasonsAgainst('settings', state)]).toEqual([])
  })
})
