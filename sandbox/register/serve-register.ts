import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { World } from '#world.ts'

const asked = z.object({ country: z.string(), number: z.string() })
const requester = z.object({ requesterNumber: z.string().optional() })

const hour = 3600
/** A delay longer than any caller should wait, in milliseconds. */
const slowAnswer = 10_000

/**
 * A stand-in for the EU's register of VAT numbers (VIES). The last digit of a number decides the response: 1
 * is registered, 2 is not, 3 gets no response for an hour, 4 never gets one, 5 gets a web page, 6 takes too
 * long, and 7 closes the connection.
 */
export function serveRegister(server: FastifyInstance, { clock }: World): void {
  const firstAsked = new Map<string, number>()
  let requests = 0
  server.get('/vat-register/ms/:country/vat/:number', async (request, reply) => {
    const { country, number } = asked.parse(request.params)
    const { requesterNumber } = requester.parse(request.query)
    const ending = number.at(-1)
    requests += 1
    if (ending === '5') return reply.type('text/html').send('<h1>Maintenance</h1>')
    if (ending === '6') await pause(slowAnswer, undefined, { ref: false })
    if (ending === '7') return reply.raw.destroy()
    const now = clock.now()
    const first = firstAsked.get(number) ?? now
    firstAsked.set(number, first)
    if (ending === '4' || (ending === '3' && now - first < hour))
      return answer({ isValid: false, userError: 'MS_UNAVAILABLE' })
    const isValid = ending === '1' || ending === '3'
    const isNamed = isValid && requesterNumber !== undefined
    return answer({
      isValid,
      userError: isValid ? 'VALID' : 'INVALID',
      name: isValid ? `Company ${country}${number}` : '---',
      requestIdentifier: isNamed ? `WAPI${String(requests).padStart(8, '0')}` : '',
    })
  })
}

function answer(body: object) {
  return { requestDate: new Date().toISOString(), vatNumber: '', ...body }
}
