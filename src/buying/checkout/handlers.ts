import type { FastifyRequest } from 'fastify'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { currentLanguage } from '#foundation/language/t.ts'
import { translateForm } from '#foundation/language/translations.ts'
import { beginningOf } from '#foundation/text/cut-text.ts'
import { readerOf } from '#foundation/text/reader.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import { giveUpPurchase, resumePurchase } from '#payments/purchases/charge/earlier-purchases.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { answerToPaying, describePurchase } from '#payments/purchases/settle/outcome.ts'
import { openedBy } from '#payments/purchases/purchase.ts'
import { FewerLeft, SoldOut } from '#payments/stock/errors.ts'
import type { checkoutContract } from './contract.ts'
import { payForm } from './pay/pay-form.ts'
import { enterCode } from './coupon/enter-code.ts'
import { loadForm } from './store.ts'
import { readTax } from './tax/read-tax.ts'

/** How long only the request that is paying for a purchase works on it, in milliseconds. */
const payingTime = 12_000

export function checkoutHandlers(
  services: PaymentServices,
  authSecret: string,
  limiter: Limiter,
  dropPage: (formId: string) => void,
): Handlers<typeof checkoutContract> {
  /** Finds a buyer's own purchase, and what the page shows once it is paid. */
  const findPurchase = async (id: string, secret: string) => {
    const purchase = openedBy(authSecret, await findPurchaseById(services.db, id), secret)
    const stored = await loadForm(services.db, purchase.formId)
    const form = stored && translateForm(stored, purchase.language)
    return { purchase, after: form ?? { successMessage: null, redirectUrl: null } }
  }
  const limitAsking = async ({ ip }: FastifyRequest) =>
    limiter.take([{ rule: 'askFromAddress', subject: clientNetwork(ip) }])
  return {
    async enterCode({ body, request }) {
      await limitAsking(request)
      return enterCode(services, body, clientNetwork(request.ip))
    },

    async readTax({ body, request }) {
      await limitAsking(request)
      return readTax(services, body, clientNetwork(request.ip))
    },

    async payForm({ body, headers, request }) {
      const network = clientNetwork(request.ip)
      await limiter.take([{ rule: 'payFromAddress', subject: network }])
      const { locale } = readerOf(request.headers['accept-language'], currentLanguage())
      const browser = beginningOf(request.headers['user-agent'] ?? '', 500)
      const caller = { key: headers['idempotency-key'], network, locale, browser }
      const { form, charged } = await payForm(services, body, caller).catch((error: unknown) => {
        // The page must show the remaining stock right after this error.
        if (error instanceof FewerLeft || error instanceof SoldOut) dropPage(body.form)
        throw error
      })
      if (form.stock !== null) dropPage(form.id)
      return answerToPaying(authSecret, charged, form)
    },

    async cancelPurchase({ params, body, request }) {
      await limitAsking(request)
      const { purchase, after } = await findPurchase(params.id, body.secret)
      const charged = await giveUpPurchase(services, purchase, 'buyer gave up')
      return describePurchase(authSecret, charged, after)
    },

    async getPurchaseState({ params, body, request }) {
      await limitAsking(request)
      const { purchase, after } = await findPurchase(params.id, body.secret)
      const age = services.clock.now().getTime() - purchase.createdAt.getTime()
      const charged =
        purchase.status === 'created' && age < payingTime
          ? { kind: 'purchase' as const, purchase, clientSecret: null }
          : await resumePurchase(services, purchase, 'buyer asked')
      return describePurchase(authSecret, charged, after)
    },
  }
}
