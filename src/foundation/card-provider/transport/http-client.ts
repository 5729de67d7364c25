import { Stripe } from 'stripe'
import { z } from 'zod'
import { connectInTime } from './connect-in-time.ts'
import { markSent } from './mark-sent.ts'

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>

/** The time limit for connecting to the provider, in milliseconds. */
const connectTime = 2_000

const closed = z.object({ code: z.enum(['ECONNRESET', 'EPIPE']) })

/**
 * The SDK's HTTP client without its own retry. After a closed connection, that retry repeats a request once, even if
 * retries are off, and reports only the second outcome. A first request that had arrived would be mistaken for one
 * never sent, and its charge would be lost. A closed connection is reported without the code that the SDK looks for;
 * `call.ts` repeats the request and keeps track.
 */
export function createHttpClient(isSecure: boolean): HttpClient {
  const client = Stripe.createNodeHttpClient(connectInTime(isSecure, connectTime))
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...request) {
      markSent()
      try {
        return await client.makeRequest(...request)
      } catch (error) {
        if (closed.safeParse(error).success) throw new Error('The connection was closed', { cause: error })
        throw error
      }
    },
  }
}
