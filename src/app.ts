import compress from '@fastify/compress'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import { constants } from 'node:zlib'
import type { ViteDevServer } from 'vite'
import { registerAudit } from '#audit/register.ts'
import { registerBilling } from '#billing/register.ts'
import { registerBooks } from '#books/register.ts'
import { registerBumps } from '#bumps/register.ts'
import { createCardProvider, type CardProvider } from '#card-provider/card-provider.ts'
import { createChargeGuard } from '#card-testing/guard.ts'
import { registerCardTesting } from '#card-testing/register.ts'
import type { FormViews } from '#checkout/form-views.ts'
import { openAssets } from '#checkout/page-assets.ts'
import { createPageCache } from '#checkout/page-cache.ts'
import { providerSources } from '#checkout/page-policy.ts'
import { hashSource, providerTrust } from '#checkout/provider-trust.ts'
import { registerCheckout } from '#checkout/register.ts'
import type { Config } from '#config.ts'
import type { ReportCollector } from '#content-security/collect-reports.ts'
import { registerContentSecurity } from '#content-security/register.ts'
import { registerContact } from '#contact/register.ts'
import { systemClock, type Clock } from '#db/clock.ts'
import type { Database } from '#db/schema.ts'
import { isStoreAway } from '#db/unavailable.ts'
import { registerDisputes } from '#disputes/register.ts'
import { registerForms } from '#forms/register.ts'
import { registerApiDocs } from '#http/api-docs.ts'
import { registerHealth } from '#http/health.ts'
import { registerKnownFiles } from '#http/known-files.ts'
import { keepToOwnHost } from '#http/own-host.ts'
import { createServer } from '#http/server.ts'
import { registerStaticApp } from '#http/static-app.ts'
import { createAuthorize } from '#identity/authorize.ts'
import { createBearer } from '#identity/bearer.ts'
import { registerIdentity } from '#identity/register.ts'
import { registerInvitations } from '#invitations/register.ts'
import { registerInvoiceDetails } from '#invoice-details/register.ts'
import { limitCalls } from '#limits/limit-calls.ts'
import { createLimiter } from '#limits/limiter.ts'
import { registerOutboxPage } from '#mail/outbox-page.ts'
import { createMailer } from '#mail/send-mails.ts'
import { registerOffers } from '#offers/register.ts'
import { registerOnboarding } from '#onboarding/register.ts'
import type { PaymentParts } from '#payments/payment-parts.ts'
import { registerPurchases } from '#payments/register.ts'
import { purchasePageSource } from '#receipts/live-page.ts'
import { registerReceipts } from '#receipts/register.ts'
import { createRegistry } from '#registry.ts'
import { registerRoles } from '#roles/register.ts'
import { registerSales } from '#sales/register.ts'
import { registerSettings } from '#settings/register.ts'
import { registerEmbedScript } from '#sharing/embed-script.ts'
import { registerSharing } from '#short-links/register.ts'
import { recurringPayments } from '#subscriptions/recurring-payments.ts'
import { registerSubscriptions } from '#subscriptions/register.ts'
import { registerTaxes } from '#taxes/register.ts'
import { registerTeam } from '#team/register.ts'
import { openStorage } from '#uploads/open-storage.ts'
import { registerFiles } from '#uploads/register.ts'
import { registerUpsells } from '#upsells/register.ts'
import { registerInbox } from '#webhooks/register.ts'

export type App = {
  readonly server: FastifyInstance
  readonly parts: PaymentParts
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

/** How often mails that wait, and limits that are over, are looked for; in milliseconds. */
const outboxEvery = 2_000
const limitsEvery = 60_000

/** How long running requests get when the product stops, in milliseconds; then their connections are closed. */
const drainTime = 8_000

/** Builds the product: what every domain stands on, then the domains, which register what they bring. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, db, log, clock = systemClock } = options
  const files = filesOf(options)
  const provider = options.provider ?? createCardProvider(config.provider)
  const limiter = createLimiter({ db, clock, log }, config)
  const guard = createChargeGuard({ db, clock, log }, limiter, config.authSecret)
  const parts: PaymentParts = {
    config,
    db,
    clock,
    log,
    provider,
    limiter,
    guard,
    recurring: recurringPayments,
  }
  const bearer = createBearer(config.authSecret, config.publicUrl, clock)
  const authorizeCall = createAuthorize(parts, bearer)
  const authorize = config.areRatesLimited ? limitCalls(authorizeCall, clock) : authorizeCall

  const server = await openServer(options)
  const { registry, registered } = createRegistry({ server, authorize, log })
  const shelf = { db, storage: await openStorage(config) }
  const pageCache = createPageCache(parts, config.provider)
  const dropPages = (formIds: readonly string[]) => formIds.forEach(pageCache.drop)

  registerAudit(registry, parts)
  registerIdentity(registry, parts, { bearer, shelf })
  const reports = registerContentSecurity(registry, parts)
  registerSettings(registry, parts, { shelf, dropPages })
  registerContact(registry, parts)
  registerOnboarding(registry, parts)
  registerBilling(registry, parts)
  registerRoles(registry, parts)
  registerInvitations(registry, parts)
  registerInvoiceDetails(registry, parts)
  registerTeam(registry, parts)
  registerFiles(registry, parts, shelf)

  registerPurchases(registry, parts)
  registerSubscriptions(registry, parts)
  registerDisputes(registry, parts)
  registerCardTesting(registry, parts)
  registerBooks(registry, parts)
  registerInbox(registry, parts)

  const { sendNotice, views } = await registerCheckout(registry, parts, files, pageCache)
  registerUpsells(registry, parts)
  registerReceipts(registry, parts, shelf, await openAssets(files, purchasePageSource))
  await registerEmbedScript(server, files)

  registerForms(registry, parts, pageCache.drop)
  registerBumps(registry, parts, dropPages)
  registerOffers(registry, parts, dropPages)
  registerTaxes(registry, parts, dropPages)
  registerSharing(registry, parts, sendNotice)
  registerSales(registry, parts)

  const { mail, isProduction } = config
  const mailer = createMailer({ ...mail, db, clock, log, isProduction, writers: registered.writers })
  registry.work('outbox', outboxEvery, () => mailer.sendDue())
  registry.work('limits', limitsEvery, limiter.prune)
  if (!isProduction) registerOutboxPage(server, db, mailer)
  await serveApp(options, server)

  return {
    server,
    parts,
    views,
    reports,
    startWork: registered.startWork,
    async close() {
      const hangUp = setTimeout(() => server.server.closeAllConnections(), drainTime)
      await Promise.all([server.close(), registered.stopWork()])
      clearTimeout(hangUp)
      await registered.flush()
      mailer.close()
    },
  }
}

/** Where the front end is: built, or from a Vite server in development. */
function filesOf({ root, built = 'dist', dev }: AppOptions) {
  return { root, built, dev }
}

async function openServer({
  config,
  db,
  log,
  root,
  clock = systemClock,
}: AppOptions): Promise<FastifyInstance> {
  const { publicUrl, trustedProxies } = config
  const isSecure = publicUrl.startsWith('https:')
  const server = createServer({ log, isStoreAway, isSecure, trustedProxies })
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
  return server
}

/** The sellers' app: its files, and its document at every address that is nobody else's. */
async function serveApp(options: AppOptions, server: FastifyInstance): Promise<void> {
  const { provider, openId, publicUrl } = options.config
  const trust = providerTrust(provider.scriptUrl)
  await registerStaticApp(server, {
    ...filesOf(options),
    isSecure: publicUrl.startsWith('https:'),
    card: {
      paths: ['/register', '/billing'],
      sources: { ...providerSources(provider.scriptUrl), trust: hashSource(trust) },
      script: trust,
    },
    metas: {
      'social-sign-in': openId?.name ?? '',
      'card-provider': JSON.stringify({
        publishableKey: provider.publishableKey,
        scriptUrl: provider.scriptUrl,
        isTestMode: provider.isTestMode,
      }),
    },
  })
}
