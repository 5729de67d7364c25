import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import { constants } from 'node:zlib'
import type { ViteDevServer } from 'vite'
import { createAuthorize } from './accounts/access/authorize.ts'
import { registerAdmin } from './accounts/admin/register.ts'
import { createAnswerOnce } from './accounts/api-keys/answer-once.ts'
import { endKeysOf } from './accounts/api-keys/end-keys.ts'
import { registerApiKeys } from './accounts/api-keys/register.ts'
import { registerAudit } from './accounts/audit/register.ts'
import { registerBilling } from './accounts/billing/register.ts'
import { registerContact } from './accounts/contact/register.ts'
import type { ReportCollector } from './accounts/content-security/collect-reports.ts'
import { registerContentSecurity } from './accounts/content-security/register.ts'
import { openShop, registerSignIn } from './accounts/sign-in/register.ts'
import { createBearer } from './accounts/identity/sessions/bearer.ts'
import { registerIdentity } from './accounts/identity/register.ts'
import { endAllSessions } from './accounts/identity/sessions/sessions.ts'
import { registerInvitations } from './accounts/invitations/register.ts'
import { registerInvoiceDetails } from './accounts/invoice-details/register.ts'
import { registerOnboarding } from './accounts/onboarding/register.ts'
import { registerPeople } from './accounts/people/register.ts'
import { registerRoles } from './accounts/roles/register.ts'
import { registerSettings } from './accounts/settings/register.ts'
import { registerShop } from './accounts/shop/register.ts'
import { registerSuspensions } from './accounts/suspensions/register.ts'
import { reclaimTeam } from './accounts/team/change-team.ts'
import { registerTeam } from './accounts/team/register.ts'
import { openStorage } from './accounts/uploads/storage/open-storage.ts'
import { registerFiles } from './accounts/uploads/register.ts'
import type { FormViews } from './buying/checkout/page/form-views.ts'
import { createPageCache } from './buying/checkout/page/page-cache.ts'
import { registerCheckout } from './buying/checkout/register.ts'
import { registerConsumerLaw } from './buying/consumer-law/register.ts'
import { registerPortal } from './buying/portal/register.ts'
import { registerEmbedScript } from './buying/embedding/embed-script.ts'
import { registerReceipts } from './buying/receipts/register.ts'
import { languageOfSubject } from './buying/receipts/page/page-language.ts'
import { registerPriceChanges } from './buying/price-changes/register.ts'
import { registerUpsells } from './buying/upsells/register.ts'
import { registerWithdrawal } from './buying/withdrawal/register.ts'
import { createCardProvider, type CardProvider } from './foundation/card-provider/card-provider.ts'
import type { EraseBuyers } from './registry/buyer-erasures.ts'
import { systemClock, type Clock } from './foundation/time/clock.ts'
import type { Config } from './foundation/config/config.ts'
import { createReadReplica, readPrimary } from './foundation/db/server/replica.ts'
import type { Database } from './foundation/db/schema.ts'
import { isStoreAway } from './foundation/db/driver/unavailable.ts'
import { joinSellerData, type SellerData } from './registry/seller-data.ts'
import { createAnswersAtOnce, type AnswersAtOnce } from './foundation/http/answer-at-once.ts'
import { registerApiDocs } from './foundation/http/contract/api-docs.ts'
import { registerHealth } from './foundation/http/health.ts'
import { registerKnownFiles } from './foundation/http/pages/known-files.ts'
import { redirectToOwnHost } from './foundation/http/pages/own-host.ts'
import { openPlainPages, type RenderPlainPage } from './foundation/http/pages/plain-page.ts'
import { createServer } from './foundation/http/server.ts'
import { speakLanguages } from './foundation/http/speak.ts'
import { limitCalls } from './foundation/limits/limit-calls.ts'
import { createLimiter } from './foundation/limits/limiter.ts'
import { prunedEvery } from './foundation/jobs/prune.ts'
import { eraseMails, emptyOldMails } from './foundation/mail/change-mails.ts'
import { registerOutboxPage } from './foundation/mail/outbox-page.ts'
import type { RenderMail } from './foundation/mail/mail-body.ts'
import { openMailMarkup } from './foundation/mail/mail-markup.ts'
import { createMailer } from './foundation/mail/send-mails.ts'
import { createRegistry } from './registry/registry.ts'
import { createMetrics } from './foundation/telemetry/metrics.ts'
import { readVersion } from './foundation/telemetry/read-version.ts'
import { openTracer } from './foundation/telemetry/open-tracer.ts'
import { watchProvider, observeAtOnce, watchRequests } from './foundation/telemetry/watch.ts'
import { registerHealthOfServer } from './operations/health/register.ts'
import { registerReconciliation } from './payments/reconciliation/register.ts'
import { createChargeGuard } from './payments/card-testing/guard.ts'
import { registerCardTesting } from './payments/card-testing/register.ts'
import { registerWebhooks } from './payments/webhooks/register.ts'
import type { PaymentServices } from './payments/purchases/payment-services.ts'
import { eraseOldBuyers } from './payments/purchases/records/erase-old-buyers.ts'
import { registerPurchases } from './payments/purchases/register.ts'
import { registerPayoutOutcomes } from './payments/payouts/register.ts'
import { registerTaxNumbers } from './payments/tax-numbers/register.ts'
import { registerRefunds } from './payments/refunds/register.ts'
import { recurringPayments } from './payments/subscriptions/collect/recurring-payments.ts'
import { registerSubscriptions } from './payments/subscriptions/register.ts'
import { registerCoupons } from './selling/coupons/register.ts'
import { formsWith } from './selling/forms/forms-with.ts'
import { countDisabledByPlan } from './selling/coupons/count-disabled-by-plan.ts'
import { listDisabledByPlan } from './selling/forms/list-disabled-by-plan.ts'
import { registerCustomers } from './selling/customers/register.ts'
import { registerForms } from './selling/forms/register.ts'
import { recordVersions } from './selling/forms/versions/record-versions.ts'
import { registerHelp } from './selling/help/register.ts'
import { registerPaymentDomains } from './selling/payment-domains/register.ts'
import { registerNotifications } from './selling/notifications/register.ts'
import { registerFilesOfSeller } from './selling/files/register.ts'
import { registerPayouts } from './selling/payouts/register.ts'
import { registerOffers, registerBumps } from './selling/products/register.ts'
import { registerAssistants } from './selling/assistants/register.ts'
import { planDeliveries } from './selling/endpoints/plan-deliveries.ts'
import { registerEndpoints } from './selling/endpoints/register.ts'
import { registerEvents } from './selling/events/register.ts'
import { registerDisputeEvidence } from './selling/dispute-evidence/register.ts'
import { deleteViewsOfBuyer } from './selling/saved-views/store.ts'
import { registerFirstSteps } from './selling/first-steps/register.ts'
import { recoveryEraser, registerRecovery } from './selling/recovery/register.ts'
import { registerRecurring } from './selling/recurring/register.ts'
import { registerSavedViews } from './selling/saved-views/register.ts'
import { registerShopInvoices } from './selling/invoices/register.ts'
import { registerSales } from './selling/sales/register.ts'
import { mendAddress } from './selling/sharing/mend-address.ts'
import { registerSharing } from './selling/sharing/register.ts'
import { registerTaxes } from './selling/taxes/register.ts'
import { serveSellers } from './serve-sellers.ts'

export type App = {
  readonly server: FastifyInstance
  readonly services: PaymentServices
  /** Page views that are counted but not stored yet. */
  readonly views: FormViews
  /** Browser reports that are not stored yet. */
  readonly reports: ReportCollector
  readonly renderMail: RenderMail
  /** Erases the buyers of old sales in every domain. */
  readonly eraseBuyers: EraseBuyers
  /** The metrics for Prometheus, as text. */
  readonly readMetrics: () => Promise<string>
  /** Starts the background work: webhook events, the reconciler, the outbox. */
  readonly startWork: () => void
  /** Stops accepting requests, and waits for running ones and the background work. */
  readonly close: () => Promise<void>
}

export type AppOptions = {
  readonly config: Config
  readonly db: Kysely<Database>
  /** A read-only copy of the database, for lists, numbers and exports. */
  readonly replica?: Kysely<Database> | undefined
  readonly log: FastifyBaseLogger
  readonly root: string
  /** The folder below the root that contains the built front end. The default is `dist`. */
  readonly built?: string
  readonly clock?: Clock
  readonly provider?: CardProvider
  readonly dev?: ViteDevServer | undefined
}

/** The pages and routes for buyers, with responses in their language. */
const buyersPaths =
  /^\/(?:payment|purchases|my|withdraw|cancel-contract|preview|api\/stripe\/(?:pay-form|coupons|purchases))(?:[/?]|$)/

/** How often waiting emails and expired limits are checked, in milliseconds. */
const outboxEvery = 2_000
const limitsEvery = 60_000

/** How long running requests can take at shutdown before their connections are closed, in milliseconds. */
const drainTime = 8_000

/** Builds the product: the foundation, then the domains, which register their parts. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, db, replica, log, clock = systemClock } = options
  const files = filesOf(options)
  const version = await readVersion(options.root)
  const metrics = createMetrics()
  const tracer = await openTracer(config.traces, { version, log })
  const provider = options.provider ?? createCardProvider(config.provider, watchProvider(metrics, tracer))
  const limiter = createLimiter({ db, clock, log, metrics }, config)
  const guard = createChargeGuard({ db, clock, log }, limiter, config.authSecret)
  const sellerData: SellerData[] = []
  const services: PaymentServices = {
    config,
    db,
    readReplica: replica === undefined ? readPrimary(db) : createReadReplica(db, replica, { clock, log }),
    clock,
    log,
    metrics,
    tracer,
    provider,
    limiter,
    sellerData: joinSellerData(sellerData),
    guard,
    recurring: recurringPayments,
  }
  const bearer = createBearer(config.authSecret, config.publicUrl, clock)
  const authorizeCall = createAuthorize(services, bearer)
  const authorize = config.areRatesLimited ? limitCalls(authorizeCall, clock, metrics) : authorizeCall

  const renderPage = await openPlainPages(filesOf(options))
  const atOnce = createAnswersAtOnce(log, config.publicUrl, observeAtOnce(metrics))
  const server = await openServer(options, { metrics, tracer, renderPage, atOnce })
  speakLanguages(server, {
    paths: buyersPaths,
    languageOfSubject: (request) => languageOfSubject({ db, authSecret: config.authSecret }, request),
  })
  const { registry, registered } = createRegistry({
    server,
    doors: { authorize, answerOnce: createAnswerOnce(services) },
    log,
    sellerData,
  })
  const uploads = {
    db,
    clock,
    storage: await openStorage(config),
    sellerData: services.sellerData,
    shopStorage: config.shopStorage,
  }
  const pageCache = createPageCache(services)
  const dropPages = (formIds: readonly string[]) => formIds.forEach(pageCache.drop)

  registerAudit(registry, services)
  registerPeople(registry)
  const identity = registerIdentity(registry, services, {
    bearer,
    openShop,
    reclaimTeam: async (tx, account) =>
      (await endKeysOf(tx, account.userId)) + (await reclaimTeam(tx, account)),
  })
  registerSignIn(registry, identity)
  const reports = registerContentSecurity(registry, services)
  registerApiKeys(registry, services)
  registerSettings(registry, services, { uploads, registered })
  registerContact(registry, services)
  registerOnboarding(registry, services)
  registerBilling(registry, services, { listForms: listDisabledByPlan, countCoupons: countDisabledByPlan })
  registerRoles(registry, services)
  registerSuspensions(registry, services)
  registerAdmin(registry, services)
  registerInvitations(registry, services)
  registerInvoiceDetails(registry, services)
  registerShop(registry, services)
  registerTeam(registry, services, { endSessions: endAllSessions })
  registerFiles(registry, services, uploads)

  registerPurchases(registry, services)
  registerTaxNumbers(registry, services)
  registerRefunds(registry, services)
  registerSubscriptions(registry, services)
  registerPayoutOutcomes(registry, services)
  registerCardTesting(registry, services)
  registerReconciliation(registry, services)
  registerWebhooks(registry, services)

  registerConsumerLaw(registry, services)
  const pages = { cache: pageCache, atOnce }
  const { sendNotice, views } = await registerCheckout(registry, services, files, pages)
  registerUpsells(registry, services)
  registerPriceChanges(registry, services)
  await registerWithdrawal(registry, services, files)
  await registerReceipts(registry, services, uploads, files)
  await registerPortal(registry, services, files)
  await registerEmbedScript(server, files)

  registerForms(registry, services, pageCache.drop)
  registerPaymentDomains(registry, services)
  registerBumps(registry, services, { ...formsWith.bump, recordVersions, dropPages })
  registerOffers(registry, services, { ...formsWith.offer, recordVersions, dropPages })
  registerTaxes(registry, services, { ...formsWith.tax, recordVersions, dropPages })
  registerCoupons(registry, services, dropPages)
  registerSharing(registry, services, sendNotice)
  registerSales(registry, services)
  registerShopInvoices(registry, services)
  registerDisputeEvidence(registry, services)
  registerCustomers(registry, services, [deleteViewsOfBuyer, recoveryEraser(services)])
  registerPayouts(registry, services)
  registerRecurring(registry, services)
  registerFilesOfSeller(registry, services, uploads)
  registerHelp(registry, options.root)
  registerSavedViews(registry, services)
  registerFirstSteps(registry, services)
  registerRecovery(registry, services, renderPage, pageCache.drop)
  registerNotifications(registry, services, renderPage)
  const deliver = registerEndpoints(registry, services)
  registerEvents(registry, services, { planDeliveries, deliver })
  registerAssistants(registry, services, version)
  const readMetrics = registerHealthOfServer(registry, services, version)
  const { mail, isProduction } = config
  const mailMarkup = await openMailMarkup(files)
  const render: RenderMail = (body) => mailMarkup().renderMail(body)
  const mailer = createMailer({ ...services, ...mail, isProduction, writers: registered.writers, render })
  registry.endAccount({ eraseUser: async ({ tx }, userId) => eraseMails(tx, userId) })
  registry.work('outbox', outboxEvery, () => mailer.sendDue())
  registry.work('old mails', prunedEvery, () => emptyOldMails(services))
  registry.work('old buyers', prunedEvery, () => eraseOldBuyers(services, registered.eraseBuyers))
  registry.work('limits', limitsEvery, limiter.prune)
  if (!isProduction) registerOutboxPage(server, db, config.publicUrl, mailer, mailMarkup)
  await serveSellers(server, files, config)

  return {
    server,
    services,
    views,
    reports,
    renderMail: render,
    eraseBuyers: registered.eraseBuyers,
    readMetrics,
    startWork: registered.startWork,
    async close() {
      const hangUp = setTimeout(() => server.server.closeAllConnections(), drainTime)
      await Promise.all([server.close(), registered.stopWork()])
      clearTimeout(hangUp)
      await registered.flush()
      mailer.close()
      await tracer.close()
    },
  }
}

/** Where the front end comes from: the built files, or a Vite server in development. */
function filesOf({ root, built = 'dist', dev }: AppOptions) {
  return { root, built, dev }
}

type ServerParts = Pick<PaymentServices, 'metrics' | 'tracer'> & {
  readonly renderPage: RenderPlainPage
  readonly atOnce: AnswersAtOnce
}

async function openServer(
  options: AppOptions,
  { metrics, tracer, renderPage, atOnce }: ServerParts,
): Promise<FastifyInstance> {
  const { config, db, log, root, clock = systemClock } = options
  const { publicUrl, trustedProxies, crowds } = config
  const isSecure = publicUrl.startsWith('https:')
  // A trace begins in a hook.
  const early = { mendAddress, ...(config.traces === undefined && { atOnce }) }
  const server = createServer({ log, isStoreAway, isSecure, trustedProxies, crowds, renderPage, ...early })
  watchRequests(server, metrics)
  tracer.traceRequests(server)
  redirectToOwnHost(server, config, renderPage)
  await server.register(compress, {
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await server.register(cookie)
  registerHealth(server, async () => {
    await sql`select 1`.execute(db)
    return true
  })
  registerKnownFiles(server, { publicUrl, dataDir: config.dataDir, clock })
  await registerApiDocs(server, root, publicUrl)
  return server
}
