import { expect, test, vi } from 'vitest'
import { payWhatIsDue } from './card-change.tsx'
import type { SubscriptionApi } from './subscription-api.ts'

/** A server that responds with these client secrets one after another, and then with null. */
function apiOf(...secrets: readonly string[]) {
  const left = [...secrets]
  const finishCardChange = vi.fn<SubscriptionApi['finishCardChange']>(async () => ({
    isGood: true,
    body: { clientSecret: left.shift() ?? null },
  }))
  const read: SubscriptionApi['read'] = async () => ({ isGood: true, body: {} })
  return { finishCardChange, read }
}

test('two payments that need confirmation are both confirmed at the bank', async () => {
  const handleNextAction = vi.fn(async () => ({}))
  const api = apiOf('pi_1', 'pi_2')

  expect(await payWhatIsDue(api, { handleNextAction }, 'seti_1')).toBeNull()
  expect(handleNextAction.mock.calls).toEqual([[{ clientSecret: 'pi_1' }], [{ clientSecret: 'pi_2' }]])
})

test('a payment that the bank did not confirm is not reported as paid', async () => {
  const handleNextAction = () => Promise.reject(new Error('The script is gone'))

  expect(await payWhatIsDue(apiOf('pi_1'), { handleNextAction }, 'seti_1')).toContain(
    'could not confirm the payment',
  )
})
