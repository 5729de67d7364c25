import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { isId, newId } from '#foundation/db/new-id.ts'
import { TooManyRequests } from '#foundation/failures/failure.ts'
import { t } from '#foundation/language/t.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { Services } from '#registry/services.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { mailAddressOf, generationOf, isOpenedBy, type Purchase } from '#payments/purchases/purchase.ts'
import { purchasePath } from '#payments/purchases/records/purchase-url.ts'
import {
  statementKinds,
  type Bought,
  type FormPageData,
  type ReviewPageData,
  type Statement,
  type StatementKind,
  type WithdrawalPageData,
} from './page-data.ts'
import { boughtText, findBought } from './bought.ts'
import type { SendPage } from './page-reply.ts'
import { isReceiptKey, receiptKey, receiveStatement } from './statement/receive-statement.ts'
import { kindsOfStatement, textsOf } from './statement/statement-kinds.ts'
import { findShop, findWithdrawal, type Withdrawal } from './store.ts'
import { withdrawalTexts } from './texts.ts'

const typed = z.string().max(10_000).catch('')
const sent = z.object({
  name: typed,
  email: typed,
  reference: typed,
  ground: typed,
  cause: typed,
  endsOn: typed,
  step: typed,
  id: typed,
  signature: typed,
  purchase: typed,
  key: typed,
})
const query = z.object({ form: typed, key: typed, purchase: typed, shop: typed })

function unknown(): WithdrawalPageData {
  const title = t('This page does not exist')
  return { kind: 'notice', title, text: t('Check that the link is complete.') }
}

type Shop = NonNullable<Awaited<ReturnType<typeof findShop>>>
type Params = { shop?: string }

/**
 * Serves the withdrawal and cancellation pages for anyone, without signing in and without a script: a form, a review
 * and a receipt.
 */
export function registerPublicPages(
  app: FastifyInstance,
  services: Services,
  send: SendPage,
  onReceived: () => void,
): void {
  const { db, limiter, config } = services
  const { authSecret } = config
  const options = { config: { access: 'anyone' }, schema: { hide: true } } as const

  /** The shop in the URL. Null if the URL has none, undefined if it does not exist. */
  async function namedShop({ shop }: Params): Promise<Shop | null | undefined> {
    if (shop === undefined) return null
    return isId(shop) ? findShop(db, { sellerId: shop }) : undefined
  }

  async function receive(
    reply: FastifyReply,
    shop: Shop | null,
    { page, ip }: { readonly page: ReviewPageData; readonly ip: string },
  ): Promise<FastifyReply> {
    const { id, values } = page
    const key = receiptKey(authSecret, id)
    const received = `/withdraw/received/${id}?key=${key}${shop === null ? '' : `&shop=${shop.id}`}`
    if ((await findWithdrawal(db, id)) !== undefined) return reply.redirect(received, 303)
    try {
      await limiter.take([{ rule: 'withdrawalFromAddress', subject: clientNetwork(ip) }])
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error
      const problem = t(
        'Too many statements were sent from your network within an hour, so this one was not received. Send it again in {minutes, plural, one {a minute} other {# minutes}}, or write to the seller.',
        { minutes: Math.max(1, Math.ceil(error.retryAfter / 60)) },
      )
      reply.header('retry-after', String(error.retryAfter))
      return send(reply, { ...page, kind: 'form', errors: {}, problem }, shop, 429)
    }
    const { about: kind, statement } = page
    await receiveStatement(services, { id, kind, sellerId: shop?.id ?? null, values, statement })
    onReceived()
    return reply.redirect(received, 303)
  }

  /** The purchase that a buyer comes from, if the key opens it, with the colors of its form. */
  async function openedBy(id: string, key: string) {
    const isOurs = generationOf(authSecret, id, key) !== undefined
    const named = isOurs ? await findPurchaseById(db, id) : undefined
    if (named === undefined || !isOpenedBy(authSecret, named, key)) return undefined
    const { title, at, ...colors } = await findBought(db, id)
    return { named, colors, bought: { what: boughtText({ title, at }), purchase: id, key } }
  }

  for (const about of statementKinds) {
    const { path, fields, statement } = kindsOfStatement[about]
    for (const address of [path, `${path}/:shop`]) {
      app.get<{ Params: Params }>(address, options, async (request, reply) => {
        const { form, purchase, key } = query.parse(request.query)
        const ofForm = isId(form) ? await findShop(db, { formId: form }) : undefined
        if (ofForm !== undefined) return reply.redirect(`${path}/${ofForm.id}`)
        const shop = await namedShop(request.params)
        if (shop === undefined) return send(reply, unknown(), null, 404)
        const opened = await openedBy(purchase, key)
        const page = formOf(about, shop, valuesOf(opened?.named), opened?.bought ?? null)
        return send(reply, page, shop && { ...shop, ...opened?.colors })
      })

      app.post<{ Params: Params }>(address, options, async (request, reply) => {
        const named = await namedShop(request.params)
        if (named === undefined) return send(reply, unknown(), null, 404)
        const { step, id, signature, purchase, key, ...values } = sent.parse(request.body ?? {})
        const { bought = null, colors } = (await openedBy(purchase, key)) ?? {}
        const shop = named && { ...named, ...colors }
        const page = formOf(about, shop, values, bought)
        if (step === 'change') return send(reply, page, shop)
        const checked = fields.safeParse(values)
        if (!checked.success) return send(reply, { ...page, errors: errorsOf(checked.error) }, shop, 422)
        const isIssued = isId(id) && isReceiptKey(authSecret, id, signature)
        const ownId = isIssued ? id : newId()
        const review = {
          ...page,
          kind: 'review',
          values: checked.data,
          statement: statement({ ...checked.data, reference: bought?.what ?? checked.data.reference }),
          id: ownId,
          signature: receiptKey(authSecret, ownId),
        } as const
        if (step !== 'confirm') return send(reply, review, shop)
        return receive(reply, shop, { page: review, ip: request.ip })
      })
    }
  }

  app.get<{ Params: { id: string } }>('/withdraw/received/:id', options, async (request, reply) => {
    const { id } = request.params
    const { key, purchase, shop } = query.parse(request.query)
    const row = isId(id) && isReceiptKey(authSecret, id, key) ? await findWithdrawal(db, id) : undefined
    if (row === undefined) return send(reply, unknown(), null, 404)
    const { kind: about, name, email, statement, receivedAt, isReceiptMailed } = row
    const received = textsOf(about).received(receivedAt.getTime())
    const proof = isReceiptMailed
      ? withdrawalTexts.confirmationSent(email)
      : withdrawalTexts.confirmationShown(email)
    const backPath = await backOf(row, purchase)
    const said = { kind: 'received', about, name, email, statement, received, proof, backPath } as const
    return send(reply, said, (await shownShop(row, shop)) ?? null)
  })

  /**
   * The shop on whose page the statement was sent. Showing the shop of a matching purchase would reveal that purchase.
   */
  async function shownShop({ matchedBy, sellerId }: Withdrawal, given: string) {
    const isKnown = sellerId !== null && (matchedBy === 'page' || sellerId === given)
    return isKnown ? findShop(db, { sellerId }) : undefined
  }

  /**
   * The path back to the purchase page, only for the key that the buyer came with. If that key was never
   * replaced, everyone who has withdrawn has it.
   */
  async function backOf({ matchedBy, purchaseId }: Withdrawal, key: string): Promise<string | null> {
    if (matchedBy !== 'page' || purchaseId === null) return null
    const named = await findPurchaseById(db, purchaseId)
    if (named === undefined) return null
    const isKnown = named.keyGeneration === 0 || isOpenedBy(authSecret, named, key)
    return isKnown ? purchasePath(named, authSecret) : null
  }
}

const nothing = { name: '', email: '', reference: '', ground: '', cause: '', endsOn: '' }

/** The initial values of the form, which is filled in for buyers who come from their purchase page. */
function valuesOf(named: Purchase | undefined): Statement {
  return named === undefined
    ? nothing
    : { ...nothing, name: named.name, email: mailAddressOf(named), reference: named.id }
}

function formOf(
  about: StatementKind,
  shop: Shop | null,
  values: Statement,
  bought: Bought | null,
): FormPageData {
  const { path } = kindsOfStatement[about]
  const action = shop === null ? path : `${path}/${shop.id}`
  return { kind: 'form', about, action, bought, values, errors: {}, problem: null }
}

function errorsOf(error: z.ZodError): FormPageData['errors'] {
  return Object.fromEntries(error.issues.map(({ path: [field], message }) => [String(field), message]))
}
