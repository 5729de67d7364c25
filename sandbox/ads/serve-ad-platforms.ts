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

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const url = z.url({ protocol: /^https?$/ })

/** The part of Meta's Conversions API that describes purchases on a website. Unknown fields are refused. */
const metaBody = z.strictObject({
  data: z
    .array(
      z.strictObject({
        event_name: z.enum(['Purchase', 'Test']),
        event_time: z.int(),
        event_id: z.string().min(1),
        action_source: z.literal('website'),
        event_source_url: url,
        user_data: z.strictObject({
          em: z.array(sha256).min(1),
          country: z.array(sha256).optional(),
          client_user_agent: z.string().min(1),
          fbc: z
            .string()
            .regex(/^fb\.1\.\d{13}\.[\w.~-]+$/)
            .optional(),
        }),
        custom_data: z
          .strictObject({
            value: z.number().positive(),
            currency,
            order_id: z.string(),
            content_type: z.literal('product'),
            contents: z.array(
              z.strictObject({ id: z.string(), quantity: z.int().positive(), item_price: z.number().min(0) }),
            ),
          })
          .optional(),
      }),
    )
    .length(1),
})

/** The part of TikTok's Events API that describes purchases on a website. Unknown fields are refused. */
const tikTokBody = z.strictObject({
  event_source: z.literal('web'),
  event_source_id: z.string(),
  data: z
    .array(
      z.strictObject({
        event: z.enum(['CompletePayment', 'Test']),
        event_time: z.int(),
        event_id: z.string().min(1),
        user: z.strictObject({ email: sha256, user_agent: z.string().min(1), ttclid: z.string().optional() }),
        page: z.strictObject({ url }),
        properties: z
          .strictObject({
            value: z.number().positive(),
            currency,
            order_id: z.string(),
            content_type: z.literal('product'),
            contents: z.array(
              z.strictObject({
                content_id: z.string(),
                content_name: z.string().max(100),
                quantity: z.int().positive(),
                price: z.number().min(0),
              }),
            ),
          })
          .optional(),
      }),
    )
    .length(1),
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
  const keep = (one: Received) => {
    received.push(one)
    if (received.length > kept) received.shift()
  }

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
    keep({ publicId, body: request.body, problems: problemsOf(request.body) })
    return reply.code(204).send()
  })

  server.post('/ad-platforms/meta/:version/:publicId/events', async (request, reply) => {
    const { publicId } = z.object({ publicId: z.string() }).parse(request.params)
    z.object({ access_token: z.string().min(1) }).parse(request.query)
    const parsed = metaBody.safeParse(request.body)
    const oldestTime = clock.now() - 7 * 24 * 3600
    if (!parsed.success || parsed.data.data.some(({ event_time: at }) => at < oldestTime)) {
      const message = parsed.error?.message ?? 'The timestamp is too far in the past.'
      return reply.code(400).send({ error: { message, type: 'OAuthException', code: 100 } })
    }
    keep({ publicId, body: request.body, problems: [] })
    return { events_received: 1, messages: [], fbtrace_id: 'sandbox' }
  })

  /** TikTok also refuses with the status 200. */
  server.post('/ad-platforms/tiktok/open_api/v1.3/event/track/', (request) => {
    z.object({ 'access-token': z.string().min(1) }).parse(request.headers)
    const parsed = tikTokBody.safeParse(request.body)
    if (!parsed.success) return { code: 40_002, message: parsed.error.message, data: {} }
    keep({ publicId: parsed.data.event_source_id, body: request.body, problems: [] })
    return { code: 0, message: 'OK', data: {} }
  })

  /** The events that arrived at a seller's id, oldest first. */
  server.get('/ad-platforms/received/:publicId', (request) => {
    const { publicId } = z.object({ publicId: z.string() }).parse(request.params)
    return { data: received.filter((one) => one.publicId === publicId) }
  })
}
