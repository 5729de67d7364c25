import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { listAcceptedOffers, undoOffer } from '#buying/upsells/accepted-offers.ts'
import { findOrder } from '#buying/upsells/find-order.ts'
import type { Config } from '#foundation/config/config.ts'
import type { Services } from '#registry/services.ts'
import { mailAddressOf, purchaseSecret } from '#payments/purchases/purchase.ts'
import type { AcceptedOffer } from '#buying/upsells/contract.ts'
import { returnedText } from '#buying/upsells/returned-text.ts'
import { describeDownloads } from '#buying/receipts/files/downloads.ts'
import { pathOfGiven, purchasePath } from '#payments/purchases/records/purchase-url.ts'
import { receiptRows, titleOf, writingOf } from '#buying/receipts/mail/receipt-rows.ts'
import { consentsOf } from '#buying/consumer-law/asked-consent.ts'
import { currentLanguage } from '#foundation/language/t.ts'
import { withdrawalOnPage } from '#buying/withdrawal/refund/standing.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { recordConsents } from '#payments/purchases/records/record-performance.ts'
import { LinkReplaced } from '#payments/purchases/errors.ts'
import { listOfferReceipts, type Receipt } from '../store.ts'
import type { AddedOffer } from './purchase-data.ts'
import { describeDocuments, invoicePathOf, openingText } from './describe-purchase.ts'

const keyQuery = z.object({ key: z.string().catch('') })
const ticked = z.object({ consent: z.array(z.string()).catch([]) })

/**
 * The form on the purchase page that lets buyers open their files early after all. Another receipt then confirms the
 * consents in writing.
 */
export function registerEarlyStart(app: FastifyInstance, services: Services): void {
  const { db, clock, log, config } = services
  void app.register(async (scope) => {
    await scope.register(formbody)
    scope.post<{ Params: { id: string } }>(
      '/purchases/:id/early-start',
      { config: { access: 'anyone' }, schema: { hide: true } },
      async (request, reply) => {
        const { key: secret } = keyQuery.parse(request.query)
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
          const [now, locale] = [clock.now(), currentLanguage()]
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

export async function addedOffersOf(
  services: Services,
  receipt: Receipt,
  secret: string,
): Promise<readonly AddedOffer[]> {
  if (receipt.kind !== 'order') return []
  const receipts = await listOfferReceipts(services.db, receipt.id)
  const accepted = await listAcceptedOffers(services, receipt)
  const key = purchaseSecret(secret, receipt)
  const undoPath = (offerId: string) => `/purchases/${receipt.id}/offers/${offerId}/undo?key=${key}`
  return describeAddedOffers(receipts, accepted, { secret, undoPath }, services.clock.now())
}

/** The button on the purchase page to undo an offer. It is a form without fields, because the page runs no script. */
export function registerOfferUndoing(app: FastifyInstance, services: Services, { authSecret }: Config): void {
  void app.register(async (scope) => {
    await scope.register(formbody)
    scope.post<{ Params: { id: string; offerId: string } }>(
      '/purchases/:id/offers/:offerId/undo',
      { config: { access: 'anyone' }, schema: { hide: true } },
      async (request, reply) => {
        const { id, offerId } = request.params
        const { key } = keyQuery.parse(request.query)
        const back = new URLSearchParams({ key })
        try {
          await undoOffer(services, await findOrder(services, authSecret, id, key), offerId)
        } catch (error) {
          services.log.warn({ err: error, purchase: id }, 'an offer was not undone')
          back.set('undo', 'failed')
        }
        return reply.redirect(`/purchases/${encodeURIComponent(id)}?${back.toString()}`, 303)
      },
    )
  })
}

type Addresses = {
  readonly secret: string
  readonly undoPath: (offerId: string) => string
}

function describeAddedOffers(
  receipts: readonly Receipt[],
  accepted: readonly AcceptedOffer[],
  { secret, undoPath }: Addresses,
  now: Date,
): AddedOffer[] {
  return receipts.map((receipt) => {
    const { id, total, taxAmount } = receipt
    const offer = accepted.find(({ purchaseId }) => purchaseId === id)
    const undoableUntil = offer?.undoableUntil ?? null
    return {
      purchaseId: id,
      title: titleOf(receipt),
      path: purchasePath(receipt, secret),
      ...receiptRows(receipt),
      total: taxAmount === 0 ? null : writingOf(receipt).amountText(total),
      invoicePath: invoicePathOf(receipt, secret),
      documents: describeDocuments(receipt, secret),
      downloads: describeDownloads(receipt, secret, now),
      opens: openingText(receipt, now),
      returned: offer === undefined ? null : returnedText(offer),
      undo:
        offer === undefined || undoableUntil === null
          ? null
          : {
              path: undoPath(offer.id),
              minutesLeft: minutesUntil(undoableUntil, now),
              endsWithOpening: offer.endsWithOpening,
            },
    }
  })
}

function minutesUntil(time: number, now: Date): number {
  return Math.max(1, Math.floor((time - now.getTime()) / 60_000))
}
