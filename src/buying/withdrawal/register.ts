import formbody from '@fastify/formbody'
import { sql, type Transaction } from 'kysely'
import { isDatabaseUnavailable } from '#foundation/db/driver/unavailable.ts'
import { type FrontEnd, openRenderer } from '#foundation/http/pages/open-renderer.ts'
import { prunedEvery } from '#foundation/jobs/prune.ts'
import { t } from '#foundation/language/t.ts'
import type { Registry } from '#registry/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import type { Database } from '#foundation/db/schema.ts'
import { eraseTexts } from '#foundation/mail/change-mails.ts'
import { inLanguages } from '#foundation/mail/in-languages.ts'
import { processDueStatements } from './refund/process-statements.ts'
import { withdrawalsContract } from './contract.ts'
import { withdrawalsHandlers } from './handlers.ts'
import { WithdrawalsOpen } from './errors.ts'
import { createSendPage, isWithdrawalMarkup, withdrawalRenderer } from './page-reply.ts'
import { registerPublicPages } from './public-routes.ts'
import { registerPurchaseWithdrawal } from './purchase-routes.ts'
import { countUndecided } from './statement/list-withdrawals.ts'
import { remindOfRefunds } from './statement/remind-of-refunds.ts'
import { pruneUnplaced } from './statement/unplaced.ts'
import { languageOfMail } from './language-of-statement.ts'
import { withdrawalWriters } from './write-withdrawal-mails.ts'
import { mailsOfPurchase } from './notify.ts'

/** More bytes than the fields need even at their maximum length. */
const longestForm = 64 * 1024

/** How often due statements are processed, in milliseconds. */
const processedEvery = 5_000
/** How often sellers are reminded of refunds that are due soon, in milliseconds. */
const remindedEvery = 600_000

export async function registerWithdrawal(
  { server, serve, writeMails, work, endAccount, holdSellerData, eraseBuyers }: Registry,
  services: PaymentServices,
  files: FrontEnd,
): Promise<void> {
  const markup = await openRenderer(files, withdrawalRenderer, isWithdrawalMarkup)
  const send = createSendPage(markup, services.config.publicUrl.startsWith('https:'))
  const nudge = work('withdrawals', processedEvery, () => processDueStatements(services))
  work('withdrawal reminders', remindedEvery, () => remindOfRefunds(services))
  work('old withdrawals', prunedEvery, () => pruneUnplaced(services))
  void server.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: longestForm })
    scope.setErrorHandler((error, _request, reply) => {
      if (!isDatabaseUnavailable(error)) throw error
      const title = t('Back in a moment')
      const text = t('Go back and try again in a few seconds. A statement sent twice counts once.')
      return send(reply.header('retry-after', '2'), { kind: 'notice', title, text }, null, 503)
    })
    registerPublicPages(scope, services, send, nudge)
    registerPurchaseWithdrawal(scope, services, send)
  })
  serve(withdrawalsContract, withdrawalsHandlers(services))
  writeMails(inLanguages(withdrawalWriters(services), (mail) => languageOfMail(services, mail)))
  endAccount({
    async checkSeller(db, sellerId) {
      const undecided = await countUndecided(db, sellerId)
      if (undecided > 0) throw new WithdrawalsOpen(undecided)
    },
  })
  eraseBuyers(async (tx, { ids }) => eraseStatements(tx, ids))
  holdSellerData({
    ownerOf: { withdrawals: (id) => sql`select seller_id from withdrawals where id = ${id}` },
  })
}

/**
 * Erases the names, emails and texts of statements, and the emails about them. The withdrawals themselves
 * stay, because they explain refunds.
 */
async function eraseStatements(tx: Transaction<Database>, purchaseIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select about.id from unnest(${purchaseIds}::uuid[]) as bought (id)
    cross join lateral ${mailsOfPurchase(sql`bought.id`)} as about (id)`.execute(tx)
  await eraseTexts(
    tx,
    rows.map(({ id }) => id),
  )
  await sql`
    update withdrawals set name = 'Erased', email = '', reference = '', statement = '',
      cause = case when cause is null then null else '' end
    where purchase_id = any(${purchaseIds}::uuid[])
      or id in (select withdrawal_id from stated_purchases where purchase_id = any(${purchaseIds}::uuid[]))`.execute(
    tx,
  )
}
