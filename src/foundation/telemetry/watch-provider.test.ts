import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { createProviderCall } from '#foundation/card-provider/transport/call.ts'
import { OutcomeUnknown, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import { createMetrics } from './metrics.ts'
import { noTracer } from './tracer.ts'
import { watchProvider } from './watch.ts'

const operation = 'paymentIntents.create'
/** Too short for a retry. */
const within = 1_000

function silence(): Promise<never> {
  const detail = Object.assign(new Error('ETIMEDOUT'), { code: 'ETIMEDOUT' })
  return Promise.reject(
    new Stripe.errors.StripeConnectionError({ message: 'aborted', detail, type: 'api_error' }),
  )
}

// Proves provider-calls.
test('metrics count time-outs and held-back calls while the provider is silent', async () => {
  const metrics = createMetrics()
  const call = createProviderCall(watchProvider(metrics, noTracer))
  const valueOf = async (name: string) =>
    (await metrics.registry.getMetricsAsJSON())
      .find((metric) => metric.name === name)
      ?.values.reduce((sum, { value }) => sum + value, 0)

  for (let turn = 0; turn < 5; turn += 1) {
    expect(await valueOf('tillform_provider_breaker_open')).toBe(0)
    await expect(call(operation, silence, within)).rejects.toThrow(OutcomeUnknown)
  }
  await expect(call(operation, () => Promise.resolve('an answer'), within)).rejects.toThrow(
    ProviderUnreachable,
  )

  expect(await valueOf('tillform_provider_timeouts_total')).toBe(5)
  expect(await valueOf('tillform_provider_breaker_open')).toBe(1)
  expect(await valueOf('tillform_provider_calls_held_back_total')).toBe(1)
  const counted = `tillform_provider_call_duration_seconds_count{operation="${operation}",outcome="unknown"} 5`
  expect(await metrics.registry.metrics()).toContain(counted)
})
