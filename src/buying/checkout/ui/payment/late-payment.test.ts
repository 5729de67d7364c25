import { expect, test } from 'vitest'
import type { Flow } from './flow.ts'
import { createLatePayment } from './use-payment.ts'
import type { Order, Payment } from './payment.ts'

const order: Order = {
  body: { form: 'f', bumps: [], email: 'ada@example.com', name: 'Ada', quote: 'q', isRepeat: false },
  price: { currency: 'usd', lines: [], subtotal: 4900, taxAmount: 0, total: 4900 },
}

/** A payment that records its calls. `comes` says for each attempt to load its script whether it succeeds. */
function bench(comes: readonly boolean[], isPending = false) {
  const left = [...comes]
  const asked: string[] = []
  let flow: Flow = { state: 'filling' }
  let tell = () => {}
  const go = (what: string, next: Flow) => async () => {
    asked.push(what)
    flow = next
    tell()
  }
  const real: Payment = {
    flow: () => flow,
    subscribe: (listener) => {
      tell = listener
      return () => {}
    },
    press: go('press', { state: 'paying' }),
    arrive: go('arrive', { state: 'checking', isWaiting: false }),
    resume: go('resume', { state: 'checking', isWaiting: false }),
    giveUp: go('giveUp', { state: 'filling' }),
    startOver: () => void asked.push('startOver'),
  }
  const payment = createLatePayment({
    isPending: () => isPending,
    open: async () => {
      asked.push('open')
      if (left.shift() !== true) throw new Error('The script did not come')
      return real
    },
  })
  const states: string[] = []
  payment.subscribe(() => states.push(payment.flow().state))
  return { payment, asked, states }
}

test('two clicks before the script loads pay only once', async () => {
  const { payment, asked, states } = bench([true])
  const first = payment.press(order, null)
  await payment.press(order, null)
  await first
  expect(asked).toEqual(['open', 'press'])
  expect(states).toEqual(['paying', 'paying'])
})

test('a payment script that is already loaded is not loaded again by the click', async () => {
  const { payment, asked } = bench([true])
  payment.prepare()
  payment.prepare()
  await payment.press(order, null)
  expect(asked).toEqual(['open', 'press'])
})

test('a buyer whose payment script does not load can retry and then reload', async () => {
  const { payment, asked } = bench([false, false, true])
  await payment.press(order, null)
  expect(payment.flow()).toMatchObject({
    state: 'failed',
    problem: {
      message: 'Part of this page did not load. You have not been charged.',
      nextStep: 'retry',
    },
  })
  await payment.press(order, null)
  expect(payment.flow()).toMatchObject({ state: 'failed', problem: { nextStep: 'reload' } })
  await payment.press(order, null)
  expect(asked).toEqual(['open', 'open', 'open', 'press'])
})

test('a click loads the script again after a failed preload', async () => {
  const { payment, asked } = bench([false, true])
  payment.prepare()
  await new Promise((resolve) => setImmediate(resolve))
  await payment.press(order, null)
  expect(asked).toEqual(['open', 'open', 'press'])
})

test('a page without a pending purchase loads no payment script', async () => {
  const { payment, asked, states } = bench([true])
  await payment.resume()
  expect({ asked, states }).toEqual({ asked: [], states: [] })
})

test('a pending purchase is checked even if the script loads only at the second attempt', async () => {
  const { payment, asked, states } = bench([false, true], true)
  await payment.arrive()
  expect(payment.flow()).toEqual({ state: 'checking', isWaiting: true })
  await payment.resume()
  expect(asked).toEqual(['open', 'open', 'arrive'])
  expect(states).toEqual(['checking', 'checking', 'checking', 'checking'])
})
