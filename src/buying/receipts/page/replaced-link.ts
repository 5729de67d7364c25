import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { NoticePageData } from '#buying/checkout/page/page-data.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { NotFound, TooManyRequests } from '#foundation/failures/failure.ts'
import type { Services } from '#registry/services.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { generationOf } from '#payments/purchases/purchase.ts'
import { pathOfGiven } from '#payments/purchases/records/purchase-url.ts'
import { BuyerErased, NotPaid } from '../errors.ts'
import type { NoticeAction } from './purchase-data.ts'
import { resendReceipt } from '../mail/resend-receipt.ts'
import { findReceipt, type Receipt } from '../store.ts'

/** What a notice of a purchase says. */
export type Said = Pick<NoticePageData, 'status' | 'title' | 'text'> & {
  readonly action?: NoticeAction
}

type Pages = {
  readonly noticing: (reply: FastifyReply, answer: () => Promise<FastifyReply>) => Promise<FastifyReply>
  readonly sendNotice: (reply: FastifyReply, said: Said, receipt?: Receipt) => FastifyReply
}

const text = z.string().catch('')
const params = z.object({ id: text })
const query = z.object({ key: text })

const onItsWay: Said = {
  status: 200,
  title: 'The current link is on its way',
  text: 'We have sent it to the email address that the seller has on record for this purchase. If it does not arrive within a few minutes, ask the seller to check that address.',
}

const sentOften: Said = {
  status: 429,
  title: 'The current link has been sent',
  text: 'It was sent several times today. Look for it in your newest emails, also among the unwanted ones. If it is not there, ask the seller to check your email address.',
}

const notSent: Said = {
  status: 410,
  title: 'The current link cannot be sent',
  text: 'This purchase has no receipt that we could email. Ask the seller about it.',
}

/** The purchase that a request for one of its pages names, and the key that it brings. */
export function ofPurchase(request: FastifyRequest): { readonly id: string; readonly key: string } {
  return { ...params.parse(request.params), ...query.parse(request.query) }
}

/** For a key that opened the purchase until its buyer's address was corrected; it does not tell the address. */
export function replacedNotice(id: string, key: string): Said {
  return {
    status: 410,
    title: 'This link was replaced',
    text: 'The seller corrected the email address of this purchase, and older links ended with that. Your newest email about it has the current link. We can send it again to the address that the seller has on record.',
    action: { path: pathOfGiven(id, key, '/link'), label: 'Email the current link' },
  }
}

/**
 * Whoever holds a key that was replaced can have the present one mailed to where the purchase's mails go, in its order's
 * receipt. The answer is the same whatever the address is.
 */
export function registerReplacedLink(
  app: FastifyInstance,
  services: Services,
  { noticing, sendNotice }: Pages,
): void {
  const { db, clock, limiter, config } = services

  async function sendCurrent(receipt: Receipt, ip: string): Promise<void> {
    await limiter.take([{ rule: 'buyerLinkFromAddress', subject: clientNetwork(ip) }])
    const order = await findPurchaseById(db, receipt.orderId ?? receipt.id)
    if (order === undefined) throw new NotFound()
    // A second press within the minute is the same one.
    const minute = Math.floor(clock.now().getTime() / 60_000)
    await resendReceipt(services, order, `link ${minute}`, 'buyer')
  }

  void app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 1_024 })
    scope.post<{ Params: { id: string } }>(
      '/purchases/:id/link',
      { config: { access: 'anyone' }, schema: { hide: true } },
      (request, reply) =>
        noticing(reply, async () => {
          const { id, key } = ofPurchase(request)
          const generation = generationOf(config.authSecret, id, key)
          const receipt = generation === undefined ? undefined : await findReceipt(db, id)
          if (receipt === undefined) throw new NotFound()
          if (generation === receipt.keyGeneration) return reply.redirect(pathOfGiven(id, key), 303)
          try {
            await sendCurrent(receipt, request.ip)
            return sendNotice(reply, onItsWay, receipt)
          } catch (error) {
            if (error instanceof BuyerErased || error instanceof NotPaid)
              return sendNotice(reply, notSent, receipt)
            if (!(error instanceof TooManyRequests)) throw error
            return sendNotice(reply.header('retry-after', String(error.retryAfter)), sentOften, receipt)
          }
        }),
    )
  })
}
