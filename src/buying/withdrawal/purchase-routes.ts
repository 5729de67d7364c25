import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { formatsOf } from '#foundation/text/read-formats.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { pathOfGiven, statementPath } from '#payments/purchases/records/purchase-url.ts'
import {
  isLaterPayment,
  mailAddressOf,
  wasPaid,
  type Purchase,
  generationOf,
  isOpenedBy,
} from '#payments/purchases/purchase.ts'
import { subscriptionOfOrder } from '#payments/subscriptions/begin/begin-subscription.ts'
import { hasEnded } from '#payments/subscriptions/end/correct-end.ts'
import { findBought } from './bought.ts'
import { processStatement } from './refund/process-statements.ts'
import type { SendPage } from './page-reply.ts'
import { receiptKey, withdrawByPage } from './statement/receive-statement.ts'
import { asksFirst, isOpen } from './refund/parts.ts'
import { openPartsOf, promiseOf } from './refund/standing.ts'
import { findShop } from './store.ts'
import { withdrawalTexts } from './texts.ts'

const query = z.object({ key: z.string().catch('') })
const several = z.union([z.array(z.string()), z.string().transform((one) => [one])]).catch([])
const sent = z.object({ part: several })

const notice = (title: string, text: string) => ({ kind: 'notice', title, text }) as const

/**
 * Serves the withdrawal page for a buyer who has a purchase's secret: one click on the purchase page, and one
 * here.
 */
export function registerPurchaseWithdrawal(
  app: FastifyInstance,
  services: PaymentServices,
  send: SendPage,
): void {
  const { db, config } = services
  const { authSecret } = config
  const options = { config: { access: 'anyone' }, schema: { hide: true } } as const

  /**
   * Calls `answer` with the purchase that a key opens. A replaced key leads to the purchase page, which
   * explains that.
   */
  async function withOwn(
    reply: FastifyReply,
    { id, key }: { readonly id: string; readonly key: string },
    answer: (named: Purchase) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const found = await findPurchaseById(db, id)
    const named = found === undefined || isLaterPayment(found.kind) ? undefined : found
    if (named === undefined || generationOf(authSecret, id, key) === undefined)
      return send(
        reply,
        notice(
          t('This purchase cannot be found'),
          t('Check that the link is complete, exactly as in your receipt.'),
        ),
        null,
        404,
      )
    if (!isOpenedBy(authSecret, named, key)) return reply.redirect(pathOfGiven(id, key), 303)
    return answer(named)
  }

  /** Only a paid purchase can be withdrawn from. For others, the page shows the status. */
  async function showUnpaid(reply: FastifyReply, named: Purchase): Promise<FastifyReply> {
    const { sellerId, status } = named
    const subscription = await subscriptionOfOrder(db, named)
    const goesOn = subscription !== undefined && !hasEnded(subscription.status)
    // A bank is processing the payment, or the subscription continues. A statement takes effect as soon as possible, or
    // the seller decides.
    if (status === 'processing' || goesOn)
      return reply.redirect(statementPath(sellerId, named, authSecret), 303)
    const isUnpaid = status === 'failed' || status === 'canceled'
    return send(
      reply,
      isUnpaid
        ? notice(
            t('There is nothing to withdraw from'),
            t('This purchase was not paid. You have not been charged for it.'),
          )
        : notice(
            t('This purchase is not paid yet'),
            t('There is nothing to withdraw from yet. Once it is paid, you can withdraw on this page.'),
          ),
      (await findShop(db, { sellerId })) ?? null,
    )
  }

  async function show(
    reply: FastifyReply,
    named: Purchase,
    key: string,
    problem: string | null = null,
  ): Promise<FastifyReply> {
    const { parts, open, right } = await openPartsOf(services, named)
    const backPath = `/purchases/${named.id}?key=${key}`
    if (open.length === 0) {
      // If no right is known, the page mentions none, and the statement is sent to the seller.
      const isUnknown = right === null && parts.some(isOpen)
      return reply.redirect(
        isUnknown ? statementPath(named.sellerId, named, authSecret) : `${backPath}#withdrawal`,
        303,
      )
    }
    const [subscription, shop, { themeColor, buttonTextColor }] = await Promise.all([
      // The subscription continues if the buyer can no longer withdraw from the order itself, or if the seller reviews
      // the withdrawal first.
      open.some((part) => part.id === named.id && !asksFirst(part))
        ? subscriptionOfOrder(db, named)
        : undefined,
      findShop(db, { sellerId: named.sellerId }),
      findBought(db, named.id),
    ])
    const ending =
      subscription === undefined || hasEnded(subscription.status)
        ? []
        : [withdrawalTexts.endsSubscription(subscription.title)]
    return send(
      reply,
      {
        kind: 'choice',
        action: `/purchases/${named.id}/withdraw?key=${key}`,
        name: named.name,
        email: mailAddressOf(named),
        right,
        parts: open.map(({ id, title, total, returned, currency }) => ({
          id,
          title,
          amount: formatAmount(total - returned, currency, formatsOf(named.locale)),
        })),
        next: [...ending, promiseOf(open)],
        problem,
        backPath,
      },
      shop === undefined ? null : { ...shop, themeColor, buttonTextColor },
      problem === null ? 200 : 422,
    )
  }

  app.get<{ Params: { id: string } }>('/purchases/:id/withdraw', options, async (request, reply) => {
    const { key } = query.parse(request.query)
    return withOwn(reply, { id: request.params.id, key }, async (named) =>
      wasPaid(named.status) ? show(reply, named, key) : showUnpaid(reply, named),
    )
  })

  app.post<{ Params: { id: string } }>('/purchases/:id/withdraw', options, async (request, reply) => {
    const { key } = query.parse(request.query)
    return withOwn(reply, { id: request.params.id, key }, async (named) => {
      if (!wasPaid(named.status)) return showUnpaid(reply, named)
      const { part } = sent.parse(request.body ?? {})
      if (part.length === 0) return show(reply, named, key, t('Choose what to withdraw from'))
      const row = await withdrawByPage(services, named, part)
      if (row === undefined) return reply.redirect(`/purchases/${named.id}?key=${key}#withdrawal`, 303)
      await processStatement(services, row)
      const received = new URLSearchParams({ key: receiptKey(authSecret, row.id), purchase: key })
      return reply.redirect(`/withdraw/received/${row.id}?${received.toString()}`, 303)
    })
  })
}
