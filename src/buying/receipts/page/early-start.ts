import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { consentsOf } from '#buying/consumer-law/asked-consent.ts'
import { locale } from '#buying/consumer-law/texts.ts'
import { findOrder } from '#buying/upsells/find-order.ts'
import { withdrawalOnPage } from '#buying/withdrawal/refund/standing.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Services } from '#registry/services.ts'
import { recordConsents } from '#payments/purchases/records/record-performance.ts'
import { mailAddressOf } from '#payments/purchases/purchase.ts'
import { LinkReplaced } from '#payments/purchases/errors.ts'
import { pathOfGiven, purchasePath } from '#payments/purchases/records/purchase-url.ts'

const key = z.object({ key: z.string().catch('') })
const ticked = z.object({ consent: z.array(z.string()).catch([]) })

/**
 * The form of the purchase page by which a buyer opens at once what they had left for later. Both texts come back word for
 * word, and the receipt is sent once more with them: a consent is confirmed in writing. However it ends, the page shows how
 * things stand.
 */
export function registerEarlyStart(app: FastifyInstance, services: Services): void {
  const { db, clock, log, config } = services
  void app.register(async (scope) => {
    await scope.register(formbody)
    scope.post<{ Params: { id: string } }>(
      '/purchases/:id/early-start',
      { config: { access: 'anyone' }, schema: { hide: true } },
      async (request, reply) => {
        const { key: secret } = key.parse(request.query)
        const order = await findOrder(services, config.authSecret, request.params.id, secret).catch(
          (error: unknown) => {
            if (!(error instanceof LinkReplaced)) throw error
          },
        )
        if (order === undefined) return reply.redirect(pathOfGiven(request.params.id, secret), 303)
        const asked = order.consentAsked === null ? [] : consentsOf(order.consentAsked)
        const { consent } = ticked.parse(request.body ?? {})
        const isAgreed = asked.length > 0 && asked.every(({ text }) => consent.includes(text))
        const withdrawal = isAgreed ? await withdrawalOnPage(services, order) : null
        if (isAgreed && withdrawal?.isWithdrawn !== true) {
          const now = clock.now()
          await inTransaction(db, async (tx) => {
            const given = asked.map((one) => ({ ...one, locale, purchaseId: order.id, givenAt: now }))
            if (!(await recordConsents(tx, given))) return
            const mail = {
              kind: 'receipt',
              purchaseId: order.id,
              recipient: mailAddressOf(order),
              at: now,
            } as const
            await enqueueMail(tx, { ...mail, about: 'early start' })
          })
          log.info({ purchase: order.id }, 'an early start was agreed to')
        }
        return reply.redirect(`${purchasePath(order, config.authSecret)}#downloads`, 303)
      },
    )
  })
}
