import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { World } from '#world.ts'

const query = z.object({
  measurement_id: z.string().regex(/^G-[A-Z0-9]{4,20}$/),
  api_secret: z.string().min(1),
})

const consent = z.enum(['GRANTED', 'DENIED'])
const currency = z.string().regex(/^[A-Z]{3}$/)

/** The part of the Measurement Protocol that describes purchases. Unknown fields are refused. */
const ga4Body = z.strictObject({
  client_id: z.string().regex(/^\d+\.\d+$/),
  timestamp_micros: z.int(),
  consent: z.strictObject({ ad_user_data: consent, ad_personalization: consent }),
  events: z
    .array(
      z.strictObject({
        name: z.enum(['purchase', 'refund']),
        params: z.strictObject({
          transaction_id: z.string().min(1).max(100),
          value: z.number().positive(),
          currency,
          engagement_time_msec: z.int().positive(),
          items: z
            .array(
              z.strictObject({
                item_id: z.string().max(100),
                item_name: z.string().max(100),
                quantity: z.int().positive(),
                price: z.number().min(0),
              }),
            )
            .min(1)
            .max(200)
            .optional(),
        }),
      }),
    )
    .min(1)
    .max(25),
})

/** Google accepts older events, but with the time of their arrival. In seconds. */
const oldest = 72 * 3600
/** A delay longer than any caller should wait, in milliseconds. */
const slowAnswer = 15_000
const kept = 500

type Received = { readonly publicId: string; readonly body: unknown; readonly problems: readonly string[] }

/**
 * Plays the ad platforms. The last digit of a measurement id decides the response: 5 is out of order, 6 takes too
 * long and 7 closes the connection. As with Google, any other response says that the event has arrived, even if it is
 * wrong. Only the test URL lists what is wrong.
 */
export function serveAdPlatforms(server: FastifyInstance, { clock }: World): void {
  const received: Received[] = []

  const problemsOf = (body: unknown): string[] => {
    const parsed = ga4Body.safeParse(body)
    if (!parsed.success)
      return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    const age = clock.now() - parsed.data.timestamp_micros / 1_000_000
    return age > oldest ? ['timestamp_micros: older than 72 hours'] : []
  }

  server.post('/ad-platforms/ga4/debug/mp/collect', (request) => {
    query.parse(request.query)
    return {
      validationMessages: problemsOf(request.body).map((description) => ({
        fieldPath: description.split(':')[0],
        description,
        validationCode: 'VALUE_INVALID',
      })),
    }
  })

  server.post('/ad-platforms/ga4/mp/collect', async (request, reply) => {
    const { measurement_id: publicId } = query.parse(request.query)
    const ending = publicId.at(-1)
    if (ending === '5') return reply.code(500).send('out of order')
    if (ending === '6') await pause(slowAnswer, undefined, { ref: false })
    if (ending === '7') return reply.raw.destroy()
    received.push({ publicId, body: request.body, problems: problemsOf(request.body) })
    if (received.length > kept) received.shift()
    return reply.code(204).send()
  })

  /** The events that arrived at a measurement id, oldest first. */
  server.get('/ad-platforms/received/:publicId', (request) => {
    const { publicId } = z.object({ publicId: z.string() }).parse(request.params)
    return { data: received.filter((one) => one.publicId === publicId) }
  })
}
