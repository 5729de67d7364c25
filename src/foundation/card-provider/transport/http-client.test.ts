import { createServer, type Server } from 'node:http'
import { request as requestOverTls } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createCardProvider } from '../card-provider.ts'
import { connectInTime, connectTimeOut } from './connect-in-time.ts'
import { OutcomeUnknown, ProviderUnreachable } from '../errors.ts'

let server: Server = createServer()

afterEach(() => {
  server.close()
  server.closeAllConnections()
})

// Proves provider-calls.
test('the outcome of a charge is unknown if the provider disconnects without responding', async () => {
  let arrived = 0
  const provider = await providerThat((goAway) => {
    arrived += 1
    goAway()
  })

  await expect(charge(provider)).rejects.toBeInstanceOf(OutcomeUnknown)
  expect(arrived).toBe(1)
})

test('a charge that never reached the provider counts as not made', async () => {
  const provider = await providerThat(() => undefined)
  await new Promise((resolve) => server.close(resolve))

  await expect(charge(provider)).rejects.toBeInstanceOf(ProviderUnreachable)
})

// Proves provider-calls.
test('a connection to the provider that takes too long fails with a timeout', async () => {
  // A server that accepts TCP connections but never answers the TLS handshake.
  const mute = createTcpServer()
  onTestFinished(() => void mute.close())
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(mute.address())
  const agent = connectInTime(true, 100)
  onTestFinished(() => agent.destroy())
  const failure = await new Promise((resolve) => {
    requestOverTls({ agent, host: '127.0.0.1', port }).on('error', resolve).end()
  })

  expect(failure).toMatchObject({ code: connectTimeOut })
})

/** A provider that never responds. `goAway` cuts the connection and accepts no new ones. */
async function providerThat(onRequest: (goAway: () => void) => void) {
  server = createServer((request) => {
    request.resume()
    request.on('end', () =>
      onRequest(() => {
        server.close()
        request.socket.destroy()
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return createCardProvider({
    secretKey: 'sk_test_http_client',
    publishableKey: 'pk_test_http_client',
    webhookSecrets: [],
    connectWebhookSecrets: [],
    apiBase: `http://127.0.0.1:${port}`,
    scriptUrl: `http://127.0.0.1:${port}/js/stripe.js`,
    isTestMode: true,
  })
}

function charge(provider: ReturnType<typeof createCardProvider>) {
  const request = {
    purchaseId: '01a1f8b3-f0c7-759f-853b-e5e3a527c17d',
    customerId: 'cus_1',
    amount: 4900,
    currency: 'usd',
    applicationFeeAmount: 0,
    taxCalculation: null,
    paymentMethodId: 'pm_card_visa',
  }
  return provider.charge('acct_1', request, 5_000)
}
