import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Message, msg, t } from '#foundation/language/t.ts'
import type { NoticePageData } from '#buying/checkout/page/page-data.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { defineFailure, found, TooManyRequests } from '#foundation/failures/failure.ts'
import type { Services } from '#registry/services.ts'
import { findPurchaseById, lockPurchase } from '#payments/purchases/records/find-purchase.ts'
import { generationOf, mailAddressOf, type Purchase, wasPaid } from '#payments/purchases/purchase.ts'
import { pathOfGiven } from '#payments/purchases/records/purchase-url.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { hasHappened, recordEvent } from '#payments/purchases/settle/record-event.ts'
import type { NoticeAction } from '../page/purchase-data.ts'
import { findReceipt, type Receipt } from '../store.ts'

/** The contents of a notice about a purchase. */
export type Said = Pick<NoticePageData, 'status'> & {
  readonly title: Message
  readonly text: Message
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
  title: msg('The current link is on its way'),
  text: msg(
    'We sent it to the email address the seller has on record for this purchase. If it does not arrive within a few minutes, ask the seller to check that address.',
  ),
}

const sentOften: Said = {
  status: 429,
  title: msg('The current link has been sent'),
  text: msg(
    'It was sent several times today. Look for it in your newest emails and in your spam folder. If it is not there, ask the seller to check your email address.',
  ),
}

const notSent: Said = {
  status: 410,
  title: msg('The current link cannot be sent'),
  text: msg('This purchase has no receipt we could email. Please ask the seller.'),
}

/** The purchase's id and key in a request for one of its pages. */
export function ofPurchase(request: FastifyRequest): { readonly id: string; readonly key: string } {
  return { ...params.parse(request.params), ...query.parse(request.query) }
}

/** The page for a key that worked until the buyer's email address was corrected. It does not reveal the new address. */
export function replacedNotice(id: string, key: string): Said {
  return {
    status: 410,
    title: msg('This link was replaced'),
    text: msg(
      'The seller corrected the email address of this purchase, so older links no longer work. Your newest email about it has the current link. We can send it again to the address the seller has on record.',
    ),
    action: { path: pathOfGiven(id, key, '/link'), label: t('Email the current link') },
  }
}

/**
 * Lets the holder of a replaced key have the order's receipt, which contains the current key, sent to the
 * order's own email address.
 */
export function registerReplacedLink(
  app: FastifyInstance,
  services: Services,
  { noticing, sendNotice }: Pages,
): void {
  const { db, clock, limiter, config } = services

  async function sendCurrent(receipt: Receipt, ip: string): Promise<void> {
    await limiter.take([{ rule: 'buyerLinkFromAddress', subject: clientNetwork(ip) }])
    const order = found(await findPurchaseById(db, receipt.orderId ?? receipt.id))
    // Clicks within the same minute count as one.
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
          const receipt = found(generation === undefined ? undefined : await findReceipt(db, id))
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

/** Buyers with a replaced link have a limit separate from the seller's. */
type AskedBy = 'seller' | 'buyer'

/** Queues a purchase's receipt again, once for each key. Throws `NotPaid`, `BuyerErased` and `TooManyRequests`. */
export async function resendReceipt(
  services: Pick<Services, 'db' | 'clock' | 'limiter'>,
  { id, status, email }: Pick<Purchase, 'id' | 'status' | 'email'>,
  key: string,
  by: AskedBy = 'seller',
): Promise<void> {
  if (!wasPaid(status)) throw new NotPaid()
  if (email === '') throw new BuyerErased()
  const click = { event: 'receipt_resent', subject: key } as const
  if (await hasHappened(services.db, id, click)) return
  await takeOne(services, id, by)
  await inTransaction(services.db, async (tx) => {
    // Simultaneous clicks wait for each other at this lock.
    const purchase = await lockPurchase(tx, id)
    if (purchase === undefined || (await hasHappened(tx, id, click))) return
    await enqueueMail(tx, {
      kind: purchase.kind === 'renewal' ? 'renewal' : 'receipt',
      purchaseId: id,
      about: `again ${key}`,
      recipient: mailAddressOf(purchase),
      at: services.clock.now(),
    })
    await recordEvent(tx, id, click, `asked by ${by}`)
  })
}

async function takeOne(
  { limiter }: Pick<Services, 'limiter'>,
  purchaseId: string,
  by: AskedBy,
): Promise<void> {
  const rule = by === 'seller' ? 'receiptOfPurchase' : 'linkOfPurchase'
  try {
    await limiter.take([{ rule, subject: purchaseId }])
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error
    throw new TooManyRequests(
      error.retryAfter,
      t('This receipt has been resent five times within a day. Try again tomorrow.'),
    )
  }
}

class NotPaid extends defineFailure(
  'not_paid',
  409,
  msg('This purchase was not paid, so it has no receipt.'),
) {}

class BuyerErased extends defineFailure(
  'buyer_erased',
  409,
  msg('This buyer’s data was erased, so there is no address to send the receipt to.'),
) {}
