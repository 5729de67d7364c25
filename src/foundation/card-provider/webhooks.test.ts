import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { Stripe } from 'stripe'
import { expect, onTestFinished, test, vi } from 'vitest'
import { webhooks } from './webhooks.ts'

const secret = 'whsec_of_these_tests'
const stripe = new Stripe('sk_test_of_these_tests')
const endpoints = webhooks(stripe, {
  secretKey: 'sk_test_of_these_tests',
  publishableKey: 'pk_test_of_these_tests',
  webhookSecrets: [secret],
  connectWebhookSecrets: [],
  apiBase: 'http://127.0.0.1',
  scriptUrl: 'http://127.0.0.1',
  isTestMode: true,
})
const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'ping', data: { object: {} } })

// Proves webhook-signature.
test('webhook signatures are compared in constant time', () => {
  const compared: number[] = []
  const compare = crypto.timingSafeEqual
  const spy = vi.spyOn(crypto, 'timingSafeEqual').mockImplementation((one, other) => {
    compared.push(one.byteLength)
    return compare(one, other)
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
  const signed = stripe.webhooks.generateTestHeaderString({ payload: body, secret })
  const wrongAt = (index: number) => {
    const at = signed.indexOf('v1=') + 3 + index
    return `${signed.slice(0, at)}${signed[at] === '0' ? '1' : '0'}${signed.slice(at + 1)}`
  }

  expect(endpoints.readEvent(Buffer.from(body), signed, 'platform').id).toBe('evt_1')
  for (const index of [0, 31, 63]) {
    expect(() => endpoints.readEvent(Buffer.from(body), wrongAt(index), 'platform')).toThrow('signature')
  }
  expect(compared).toEqual([64, 64, 64, 64])
})
