import { resumeContract } from '#buying/checkout/resume/contract.ts'
import { z } from 'zod'
import type { RenderPlainPage } from '#foundation/http/pages/plain-page.ts'
import { day, pruneBatch, prunedEvery, pruneOld, pruneRound } from '#foundation/jobs/prune.ts'
import { currentLanguage, t } from '#foundation/language/t.ts'
import { inLanguages } from '#foundation/mail/in-languages.ts'
import { readerOf } from '#foundation/text/reader.ts'
import { recordReminder } from './remind.ts'
import { formRecoveryContract } from './settings/contract.ts'
import { formRecoveryHandlers } from './settings/handlers.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { emailKeyOf } from '#payments/coupons/holder.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import type { EraseBuyer } from '#selling/customers/erase-customer.ts'
import { collectRecoveries } from './collect/collect-recoveries.ts'
import { recoveriesContract } from './contract.ts'
import { recoveriesHandlers } from './handlers.ts'
import { linkLifetime } from './resume/link.ts'
import { resumeOrder } from './resume/resume-order.ts'
import { sendOrderLink } from './resume/send-order-link.ts'
import { recoveryMail, sendRecoveries } from './send/send-recoveries.ts'
import { languageOfMail, writeRecoveryMail } from './send/write-recovery-mail.ts'
import { recordStop } from './stop/mail-stops.ts'
import { registerStopping } from './stop/register-stopping.ts'
import { deleteRecoveries, eraseBuyer, exportChoices, forgetBuyers } from './store.ts'

/** How often lost payments are collected and due emails sent, in milliseconds. */
const workedEvery = 5_000
/** How long the outcomes of lost payments are stored for the overview, in seconds. */
const retention = 25 * 31 * day

/** Lost payments: a list for the seller, an email for the buyer, and the way back to the order. */
export function registerRecovery(
  { server, serve, work, writeMails, exportAccount, endAccount }: Registry,
  services: Services,
  renderPage: RenderPlainPage,
  dropPage: (formId: string) => void,
): void {
  const { db } = services
  const nudge = work('recoveries', workedEvery, () => workOnRecoveries(services))
  serve(recoveriesContract, recoveriesHandlers(services, nudge))
  serve(resumeContract, {
    resumeOrder: ({ body, request }) => resumeOrder(services, body, clientNetwork(request.ip)),
    async askForReminder({ body, request }) {
      const { locale } = readerOf(request.headers['accept-language'], currentLanguage())
      await recordReminder(services, body, { network: clientNetwork(request.ip), locale })
      return {}
    },
    sendOrderLink: ({ params, body, request }) =>
      sendOrderLink(services, { ...params, ...body }, clientNetwork(request.ip)),
  })
  serve(formRecoveryContract, formRecoveryHandlers(services, dropPage))
  registerStopping(server, services, renderPage)
  work(t('buyers of recoveries'), prunedEvery, () => forgetOldBuyers(services))
  work(t('old recoveries'), prunedEvery, () => pruneOld(services, 'recoveries', retention))
  exportAccount({
    name: 'lostPayments',
    entity: 'forms',
    schema: z.array(exportedChoices),
    read: exportChoices,
  })
  endAccount({ closeSeller: async ({ tx }, sellerId) => deleteRecoveries(tx, sellerId) })
  writeMails(
    inLanguages({ [recoveryMail]: async ({ data }) => writeRecoveryMail(services, data) }, ({ data }) =>
      languageOfMail(db, data),
    ),
  )
}

/** Each form's settings for lost payments, in a seller's export. */
const exportedChoices = z.object({
  formId: z.string(),
  declined: z.boolean().nullable(),
  page: z.boolean(),
  waits: z.array(z.number()),
  subject: z.string().nullable(),
  message: z.string().nullable(),
  couponId: z.string().nullable(),
  fallbackPriceId: z.string().nullable(),
  offersWithoutExtras: z.boolean(),
})

/**
 * Erases a customer's data about lost payments and prevents further emails. Only the hash of the address is kept, to
 * recognize it.
 */
export function recoveryEraser({ clock }: Pick<Services, 'clock'>): EraseBuyer {
  return async (tx, sellerId, { addresses }) => {
    const keys = [...new Set(addresses.map(emailKeyOf))]
    for (const emailKey of keys) await recordStop(tx, { sellerId, emailKey }, clock.now(), 'stopped_by_buyer')
    if (keys.length > 0) await eraseBuyer(tx, sellerId, keys)
  }
}

/** Collects before it sends, so that payments recorded just now count. */
export async function workOnRecoveries(services: Services): Promise<number> {
  return (await collectRecoveries(services)) + (await sendRecoveries(services))
}

export async function forgetOldBuyers({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return pruneRound(() => forgetBuyers(db, secondsAfter(clock.now(), -linkLifetime), pruneBatch))
}
