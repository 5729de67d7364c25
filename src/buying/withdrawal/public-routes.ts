import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { isId, newId } from '#foundation/db/new-id.ts'
import { TooManyRequests } from '#foundation/http/errors.ts'
import { emailAddress, requiredLine, requiredText } from '#foundation/http/fields.ts'
import { clientNetwork } from '#foundation/limits/client-address.ts'
import type { Services } from '#foundation/services.ts'
import { purchaseSecret } from '#payments/purchases/purchase-secret.ts'
import type { FormPageData, ReviewPageData, Statement } from './page-data.ts'
import type { SendPage } from './page-reply.ts'
import { isReceiptKey, receiptKey, receiveStatement } from './receive-statement.ts'
import { findShop, findWithdrawal, type Withdrawal } from './store.ts'
import { withdrawalTexts } from './texts.ts'

const statementFields = z.object({
  name: requiredLine(120),
  email: emailAddress,
  reference: requiredText(500),
})

const typed = z.string().max(10_000).catch('')
const sent = z.object({
  name: typed,
  email: typed,
  reference: typed,
  step: typed,
  id: typed,
  signature: typed,
})
const query = z.object({ form: typed, key: typed })

const unknown = {
  kind: 'notice',
  title: 'This page does not exist',
  text: 'Check that the address is complete.',
} as const

type Shop = { readonly id: string; readonly name: string }
type Params = { shop?: string }

/**
 * The page on which anybody can withdraw from a contract, without signing in and without a script: a form, the whole
 * statement with its confirmation, and a receipt.
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

  /** Null: the address names no shop. Undefined: it names one that there is not. */
  async function shopOf({ shop }: Params): Promise<Shop | null | undefined> {
    if (shop === undefined) return null
    return isId(shop) ? findShop(db, { sellerId: shop }) : undefined
  }

  async function receive(
    reply: FastifyReply,
    shop: Shop | null,
    { page, ip }: { readonly page: ReviewPageData; readonly ip: string },
  ): Promise<FastifyReply> {
    const { id, values } = page
    const limits = [
      { rule: 'withdrawalOfAddress', subject: values.email.toLowerCase() },
      { rule: 'withdrawalFromAddress', subject: clientNetwork(ip) },
    ] as const
    try {
      await limiter.take(limits)
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error
      const problem = `Too many statements came from here within an hour, so this one was not received. Send it again in ${minutesText(error.retryAfter)}, or write to the seller.`
      reply.header('retry-after', String(error.retryAfter))
      return send(reply, { ...page, kind: 'form', errors: {}, problem }, 429)
    }
    await receiveStatement(services, id, shop?.id ?? null, values)
    onReceived()
    return reply.redirect(`/withdraw/received/${id}?key=${receiptKey(authSecret, id)}`, 303)
  }

  for (const path of ['/withdraw', '/withdraw/:shop'] as const) {
    app.get<{ Params: Params }>(path, options, async (request, reply) => {
      const { form } = query.parse(request.query)
      const ofForm = isId(form) ? await findShop(db, { formId: form }) : undefined
      if (ofForm !== undefined) return reply.redirect(`/withdraw/${ofForm.id}`)
      const shop = await shopOf(request.params)
      if (shop === undefined) return send(reply, unknown, 404)
      return send(reply, formOf(shop, { name: '', email: '', reference: '' }))
    })

    app.post<{ Params: Params }>(path, options, async (request, reply) => {
      const shop = await shopOf(request.params)
      if (shop === undefined) return send(reply, unknown, 404)
      const { step, id, signature, ...values } = sent.parse(request.body ?? {})
      const page = formOf(shop, values)
      if (step === 'change') return send(reply, page)
      const checked = statementFields.safeParse(values)
      if (!checked.success) return send(reply, { ...page, errors: errorsOf(checked.error) }, 422)
      const isIssued = isId(id) && isReceiptKey(authSecret, id, signature)
      const ownId = isIssued ? id : newId()
      const review = reviewOf(page, checked.data, ownId, receiptKey(authSecret, ownId))
      if (step !== 'confirm') return send(reply, review)
      return receive(reply, shop, { page: review, ip: request.ip })
    })
  }

  app.get<{ Params: { id: string } }>('/withdraw/received/:id', options, async (request, reply) => {
    const { id } = request.params
    const { key } = query.parse(request.query)
    const row = isId(id) && isReceiptKey(authSecret, id, key) ? await findWithdrawal(db, id) : undefined
    if (row === undefined) return send(reply, unknown, 404)
    const { name, email, statement, receivedAt } = row
    const received = withdrawalTexts.received(receivedAt.getTime())
    return send(reply, { kind: 'received', name, email, statement, received, backPath: backOf(row) })
  })

  /** Only who came from a purchase's own page is led back there. */
  function backOf({ matchedBy, purchaseId }: Withdrawal): string | null {
    if (matchedBy !== 'page' || purchaseId === null) return null
    return `/purchases/${purchaseId}?key=${purchaseSecret(authSecret, purchaseId)}`
  }
}

function formOf(shop: Shop | null, values: Statement): FormPageData {
  return {
    kind: 'form',
    action: shop === null ? '/withdraw' : `/withdraw/${shop.id}`,
    sellerName: shop?.name ?? null,
    values,
    errors: {},
    problem: null,
  }
}

function reviewOf(
  { action, sellerName }: FormPageData,
  values: Statement,
  id: string,
  signature: string,
): ReviewPageData {
  return { kind: 'review', action, sellerName, values, id, signature }
}

function errorsOf(error: z.ZodError): FormPageData['errors'] {
  return Object.fromEntries(error.issues.map(({ path: [field], message }) => [String(field), message]))
}

function minutesText(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
