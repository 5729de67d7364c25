import compress from '@fastify/compress'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import { constants } from 'node:zlib'
import type { ViteDevServer } from 'vite'
import { billingContract } from '#billing/contract.ts'
import { billingHandlers } from '#billing/handlers.ts'
import { reconcilePlans } from '#billing/reconcile-plans.ts'
import { writePlanMail } from '#billing/write-plan-mail.ts'
import { auditContract } from '#audit/contract.ts'
import { auditHandlers } from '#audit/handlers.ts'
import { pruneAuditLog } from '#audit/prune-audit-log.ts'
import { registerSupportLog } from '#audit/support-log.ts'
import { bumpsContract } from '#bumps/contract.ts'
import { bumpsHandlers } from '#bumps/handlers.ts'
import { createCardProvider, type CardProvider } from '#card-provider/card-provider.ts'
import { createChargeGuard } from '#card-testing/guard.ts'
import { writeAttackMail } from '#card-testing/write-attack-mail.ts'
import { checkoutContract } from '#checkout/contract.ts'
import { checkoutHandlers } from '#checkout/handlers.ts'
import { openAssets, previewSource } from '#checkout/page-assets.ts'
import { createPageCache } from '#checkout/page-cache.ts'
import { createSendNotice } from '#checkout/page-reply.ts'
import { registerPaymentPage } from '#checkout/page-route.ts'
import { providerSources } from '#checkout/page-policy.ts'
import { hashSource, providerTrust } from '#checkout/provider-trust.ts'
import { openPaymentPages } from '#checkout/payment-page.ts'
import { registerPreview } from '#checkout/preview-route.ts'
import type { Config } from '#config.ts'
import { createReportCollector, type ReportCollector } from '#content-security/collect-reports.ts'
import { contentSecurityContract } from '#content-security/contract.ts'
import { contentSecurityHandlers } from '#content-security/handlers.ts'
import { registerReports } from '#content-security/register-reports.ts'
import { contactContract } from '#contact/contract.ts'
import { contactHandlers } from '#contact/handlers.ts'
import { writeContactMail } from '#contact/write-contact-mail.ts'
import { systemClock, type Clock } from '#db/clock.ts'
import { unguarded } from '#db/database.ts'
import type { Database } from '#db/schema.ts'
import { isStoreAway } from '#db/unavailable.ts'
import { writeDisputeMail } from '#disputes/write-dispute-mail.ts'
import { formsContract } from '#forms/contract.ts'
import { formsHandlers } from '#forms/handlers.ts'
import { registerApiDocs } from '#http/api-docs.ts'
import { registerHealth } from '#http/health.ts'
import { registerKnownFiles } from '#http/known-files.ts'
import { keepToOwnHost } from '#http/own-host.ts'
import { serve } from '#http/routes.ts'
import { createServer } from '#http/server.ts'
import { registerStaticApp } from '#http/static-app.ts'
import { accountContract } from '#identity/account/contract.ts'
import { accountHandlers } from '#identity/account/handlers.ts'
import { createLinks } from '#identity/account/links.ts'
import { accountMailWriters } from '#identity/account/write-mails.ts'
import { noticeWriters } from '#identity/account/write-notices.ts'
import { createAuth } from '#identity/auth.ts'
import { createAuthorize } from '#identity/authorize.ts'
import { createBearer } from '#identity/bearer.ts'
import { identityContract } from '#identity/contract.ts'
import { createDeviceCookie } from '#identity/device-cookie.ts'
import { identityHandlers } from '#identity/handlers.ts'
import { registrationContract } from '#identity/registration/contract.ts'
import { registrationHandlers } from '#identity/registration/handlers.ts'
import { socialContract } from '#identity/social/contract.ts'
import { callbackPath, registerSocialCallback, socialHandlers } from '#identity/social/handlers.ts'
import { createOpenId } from '#identity/social/open-id.ts'
import { createSocialCookies } from '#identity/social/sealed-cookies.ts'
import { createSecretBox } from '#identity/second-factor/secret-box.ts'
import { securityContract } from '#identity/security-contract.ts'
import { securityHandlers } from '#identity/security-handlers.ts'
import { createSessionCookie } from '#identity/session-cookie.ts'
import { pruneSessions } from '#identity/sessions.ts'
import { invitationsContract } from '#invitations/contract.ts'
import { invitationsHandlers } from '#invitations/handlers.ts'
import { invoiceDetailsContract } from '#invoice-details/contract.ts'
import { invoiceDetailsHandlers } from '#invoice-details/handlers.ts'
import { writeInvitation } from '#invitations/write-invitation.ts'
import { startWorkLoop } from '#jobs/work-loop.ts'
import { registerOutboxPage } from '#mail/outbox-page.ts'
import { limitCalls } from '#limits/limit-calls.ts'
import { createLimiter } from '#limits/limiter.ts'
import { createMailer } from '#mail/send-mails.ts'
import { offersContract } from '#offers/contract.ts'
import { offersHandlers } from '#offers/handlers.ts'
import { onboardingContract } from '#onboarding/contract.ts'
import { onboardingHandlers } from '#onboarding/handlers.ts'
import { writeRestrictionMail } from '#onboarding/write-restriction-mail.ts'
import type { Parts } from '#parts.ts'
import { compareBooksWhenDue } from '#payments/compare-books.ts'
import { paymentsContract } from '#payments/contract.ts'
import { paymentsHandlers } from '#payments/handlers.ts'
import { reconcile } from '#payments/reconcile.ts'
import { purchasePageSource } from '#receipts/live-page.ts'
import { registerOfferUndoing } from '#receipts/offer-undoing.ts'
import { registerPurchases } from '#receipts/purchase-routes.ts'
import { rolesContract } from '#roles/contract.ts'
import { rolesHandlers } from '#roles/handlers.ts'
import { receiptWriters } from '#receipts/receipt-writers.ts'
import { salesContract } from '#sales/contract.ts'
import { registerExport } from '#sales/export/register-export.ts'
import { salesHandlers } from '#sales/handlers.ts'
import { createFormViews, type FormViews } from '#sales/views/form-views.ts'
import { settingsContract } from '#settings/contract.ts'
import { settingsHandlers } from '#settings/handlers.ts'
import { registerEmbedScript } from '#sharing/embed-script.ts'
import { shortLinksContract } from '#short-links/contract.ts'
import { shortLinksHandlers } from '#short-links/handlers.ts'
import { registerShortLinks } from '#short-links/redirect-route.ts'
import { checkSubscriptions } from '#subscriptions/check-subscriptions.ts'
import { subscriptionsContract } from '#subscriptions/contract.ts'
import { subscriptionsHandlers } from '#subscriptions/handlers.ts'
import { taxesContract } from '#taxes/contract.ts'
import { taxesHandlers } from '#taxes/handlers.ts'
import { teamContract } from '#team/contract.ts'
import { teamHandlers } from '#team/handlers.ts'
import { openStorage } from '#uploads/open-storage.ts'
import { registerUploads } from '#uploads/register-uploads.ts'
import { removeUnusedWhenDue } from '#uploads/remove-unused.ts'
import { upsellsContract } from '#upsells/contract.ts'
import { upsellsHandlers } from '#upsells/handlers.ts'
import { registerWebhooks } from '#webhooks/routes.ts'
import { workOffEvents } from '#webhooks/work-event.ts'

export type App = {
  readonly server: FastifyInstance
  readonly parts: Parts
  /** Views of payment pages that are counted and not stored yet. */
  readonly views: FormViews
  /** What browsers reported and is not stored yet. */
  readonly reports: ReportCollector
  /** Starts what works in the background: the inbox, the reconciler, the outbox. */
  readonly startWork: () => void
  /** Stops taking requests, lets running ones and the work in the background finish. */
  readonly close: () => Promise<void>
}

export type AppOptions = {
  readonly config: Config
  readonly db: Kysely<Database>
  readonly log: FastifyBaseLogger
  readonly root: string
  /** The folder below the root that the front end was built to; unset: `dist`. */
  readonly built?: string
  readonly clock?: Clock
  readonly provider?: CardProvider
  readonly dev?: ViteDevServer | undefined
}

/** How often each kind of work is looked for, in milliseconds. */
const inboxEvery = 1_000
const reconcilerEvery = 5_000
const outboxEvery = 2_000
const viewsEvery = 5_000

/** How long running requests get when the product stops, in milliseconds; then their connections are closed. */
const drainTime = 8_000

/** Builds the product from its parts: the routes of every domain, and the work in the background. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, db, log, root, built = 'dist', dev, clock = systemClock } = options
  const { authSecret, publicUrl } = config
  const provider = options.provider ?? createCardProvider(config.provider)
  const limiter = createLimiter({ db, clock, log }, config)
  const guard = createChargeGuard({ db, clock, log }, limiter, authSecret)
  const parts: Parts = { db, clock, log, provider, guard }
  const isSecure = publicUrl.startsWith('https:')

  const server = createServer({
    log,
    isStoreAway,
    isSecure,
    trustedProxies: config.trustedProxies,
  })
  keepToOwnHost(server, config)
  await server.register(compress, {
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  registerHealth(server, async () => {
    await sql`select 1`.execute(db)
    return true
  })
  registerKnownFiles(server, { publicUrl, clock })
  await registerApiDocs(server, root, publicUrl)

  const bearer = createBearer(authSecret, publicUrl, clock)
  const auth = createAuth({ db: unguarded(db), authSecret, publicUrl, log })
  const authorizeCall = createAuthorize(parts, bearer)
  const authorize = config.areRatesLimited ? limitCalls(authorizeCall, clock) : authorizeCall
  const links = createLinks(authSecret)
  const storage = await openStorage(config)
  const shelf = { db, storage }
  const account = {
    ...parts,
    publicUrl,
    limiter,
    secretBox: createSecretBox(authSecret),
    deviceCookie: createDeviceCookie(authSecret, publicUrl),
  }
  const cookie = createSessionCookie(authSecret, publicUrl)
  const social = {
    ...account,
    bearer,
    cookie,
    cookies: createSocialCookies(authSecret, publicUrl, clock),
    openId: config.openId && createOpenId(config.openId, `${publicUrl}${callbackPath}`, clock),
  }
  const pages = await openPaymentPages({ root, built, publicUrl, ...(dev === undefined ? {} : { dev }) })
  const pageCache = createPageCache(parts, config.provider)
  const dropPages = (formIds: readonly string[]) => formIds.forEach(pageCache.drop)
  const views = createFormViews(parts)
  const reports = createReportCollector(parts)
  const sendNotice = createSendNotice(config, pages)
  const mailer = createMailer({
    db,
    clock,
    log,
    smtpUrl: config.mail.smtpUrl,
    isProduction: config.isProduction,
    from: config.mail.from,
    writers: {
      invitation: async ({ data }) => writeInvitation(config, data),
      ...receiptWriters({ db, clock, addresses: config }),
      dispute: async ({ about }) => writeDisputeMail(db, publicUrl, about),
      'card-testing': async ({ data }) => writeAttackMail(db, publicUrl, data),
      contact: async ({ data }) => writeContactMail(data),
      ...accountMailWriters(db, links, config),
      ...noticeWriters(db, config),
      account_restricted: async ({ data }) => writeRestrictionMail(publicUrl, data),
      trial_ending: async ({ data }) => writePlanMail(publicUrl, 'trial_ending', data),
      plan_payment_failed: async ({ data }) => writePlanMail(publicUrl, 'plan_payment_failed', data),
      plan_ended: async ({ data }) => writePlanMail(publicUrl, 'plan_ended', data),
      partner_plan_ending: async ({ data }) => writePlanMail(publicUrl, 'partner_plan_ending', data),
      partner_plan_kept: async ({ data }) => writePlanMail(publicUrl, 'partner_plan_kept', data),
    },
  })

  registerSupportLog(server, parts)

  const loops: ReturnType<typeof startWorkLoop>[] = []
  const nudgeInbox = () => loops[0]?.nudge()

  serve(server, identityContract, identityHandlers({ ...account, auth, bearer, cookie, shelf }), authorize)
  serve(server, securityContract, securityHandlers(account), authorize)
  serve(server, settingsContract, settingsHandlers({ ...account, cookie, shelf, dropPages }), authorize)
  serve(server, accountContract, accountHandlers({ ...parts, limiter, links, cookie }), authorize)
  serve(server, socialContract, socialHandlers(social), authorize)
  registerSocialCallback(server, social)
  serve(server, registrationContract, registrationHandlers({ ...social, authorize, links }), authorize)
  serve(server, contactContract, contactHandlers({ ...parts, limiter }, config.mail.contact), authorize)
  serve(server, onboardingContract, onboardingHandlers(parts, publicUrl), authorize)
  serve(server, billingContract, billingHandlers({ ...parts, limiter }), authorize)
  serve(server, formsContract, formsHandlers(parts, pageCache.drop), authorize)
  serve(server, shortLinksContract, shortLinksHandlers(parts, publicUrl), authorize)
  serve(server, bumpsContract, bumpsHandlers(parts, dropPages), authorize)
  serve(server, offersContract, offersHandlers(parts, dropPages), authorize)
  serve(server, taxesContract, taxesHandlers(parts, dropPages), authorize)
  serve(server, checkoutContract, checkoutHandlers(parts, authSecret, limiter), authorize)
  serve(server, upsellsContract, upsellsHandlers(parts, authSecret, limiter), authorize)
  serve(server, salesContract, salesHandlers(parts, authSecret), authorize)
  registerExport(server, parts, authSecret)
  serve(server, paymentsContract, paymentsHandlers(parts), authorize)
  serve(server, rolesContract, rolesHandlers(parts), authorize)
  serve(server, auditContract, auditHandlers(parts), authorize)
  serve(server, contentSecurityContract, contentSecurityHandlers(parts), authorize)
  registerReports(server, publicUrl, reports)
  serve(server, invitationsContract, invitationsHandlers(parts, config, limiter), authorize)
  serve(server, invoiceDetailsContract, invoiceDetailsHandlers(parts), authorize)
  serve(server, teamContract, teamHandlers(parts, config, limiter), authorize)
  serve(server, subscriptionsContract, subscriptionsHandlers(parts, authSecret, limiter), authorize)
  registerUploads(server, parts, authorize, storage, limiter)
  const purchaseAssets = await openAssets({ root, built, dev }, purchasePageSource)
  registerPurchases(server, parts, { storage, db }, config, purchaseAssets)
  registerOfferUndoing(server, parts, config)
  registerWebhooks(server, parts, nudgeInbox)
  registerPaymentPage(server, parts, config, pages, pageCache, sendNotice, views)
  registerPreview(server, await openAssets({ root, built, dev }, previewSource), isSecure)
  registerShortLinks(server, parts, (reply) => sendNotice(reply, 'unknown'))
  await registerEmbedScript(server, { root, built, dev })
  if (!config.isProduction) registerOutboxPage(server, db, mailer)
  const trust = providerTrust(config.provider.scriptUrl)
  await registerStaticApp(server, {
    root,
    built,
    isSecure,
    dev,
    card: {
      paths: ['/register', '/billing'],
      sources: { ...providerSources(config.provider.scriptUrl), trust: hashSource(trust) },
      script: trust,
    },
    metas: {
      'social-sign-in': config.openId?.name ?? '',
      'card-provider': JSON.stringify({
        publishableKey: config.provider.publishableKey,
        scriptUrl: config.provider.scriptUrl,
        isTestMode: config.provider.isTestMode,
      }),
    },
  })

  return {
    server,
    parts,
    views,
    reports,
    startWork() {
      loops.push(
        startWorkLoop('inbox', inboxEvery, () => workOffEvents(parts), log),
        startWorkLoop('reconciler', reconcilerEvery, () => reconcile(parts), log),
        startWorkLoop('plans', reconcilerEvery, () => reconcilePlans(parts), log),
        startWorkLoop('subscriptions', reconcilerEvery, () => checkSubscriptions(parts), log),
        startWorkLoop('outbox', outboxEvery, () => mailer.sendDue(), log),
        startWorkLoop('views', viewsEvery, views.flush, log),
        startWorkLoop('reports', viewsEvery, reports.flush, log),
        startWorkLoop('old reports', 3_600_000, reports.prune, log),
        startWorkLoop('limits', 60_000, limiter.prune, log),
        startWorkLoop('sessions', 10 * 60_000, () => pruneSessions(parts), log),
        startWorkLoop('audit log', 3_600_000, () => pruneAuditLog(parts), log),
        startWorkLoop('unused uploads', 60_000, () => removeUnusedWhenDue(parts, storage), log),
        startWorkLoop('comparison', 60_000, () => compareBooksWhenDue(parts), log),
      )
    },
    async close() {
      const hangUp = setTimeout(() => server.server.closeAllConnections(), drainTime)
      await Promise.all([server.close(), ...loops.map((loop) => loop.stop())])
      clearTimeout(hangUp)
      await views.flush().catch((error: unknown) => log.warn({ err: error }, 'page views were not stored'))
      await reports.flush().catch((error: unknown) => log.warn({ err: error }, 'reports were not stored'))
      mailer.close()
    },
  }
}
