import { sql, type Transaction } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { day, pruneBatch, pruneRound } from '#foundation/jobs/prune.ts'
import type { Services } from '#registry/services.ts'
import { readPayerKey } from '#payments/coupons/hold-coupon.ts'
import type { Trier } from '#payments/purchases/payment-services.ts'
import { TrialNeedsCard, TrialUsed } from '../errors.ts'

/** How long a buyer cannot have another trial of the same form, in seconds. */
const heldFor = 365 * day

type Order = Parameters<typeof readPayerKey>[1] & { readonly formId: string }

/**
 * Adds the identity of the buyer's card or account. Throws `TrialNeedsCard` for a payment method that does
 * not identify its payer, which would allow any number of trials.
 */
export async function resolveTrierCard(services: Services, order: Order, trier: Trier): Promise<Trier> {
  const cardFingerprint = await readPayerKey(services, order)
  if (cardFingerprint === 'anyone') throw new TrialNeedsCard()
  return { ...trier, cardFingerprint }
}

type TrialStart = Trier & {
  readonly subscriptionId: string
  readonly formId: string
  readonly startedAt: Date
}

/**
 * Records the buyer of a trial in the transaction that records the order; repeated requests never get here. Other
 * trials with the same email address or card wait for that transaction. Throws `TrialUsed` if a trial of the same form
 * was begun with either within a year, or is being begun.
 */
export async function recordTrialStart(tx: Transaction<Database>, start: TrialStart): Promise<void> {
  await waitForOthers(tx, start)
  if (await hasTried(tx, start)) throw new TrialUsed()
  await tx.insertInto('trialStarts').values(start).execute()
}

/**
 * Records the card that was really saved for an order's trial, if it is not the one that was checked: a browser with
 * the secret can confirm any card. Both cards count from now on. Returns false if the saved card has already had a
 * trial.
 */
export async function recordTrialPayer(
  tx: Transaction<Database>,
  orderId: string,
  payerKey: string,
): Promise<boolean> {
  const own = await tx
    .updateTable('trialStarts')
    .from('subscriptions')
    .set({ paidBy: payerKey })
    .whereRef('subscriptions.id', '=', 'trialStarts.subscriptionId')
    .where('subscriptions.orderId', '=', orderId)
    .where('cardFingerprint', 'is distinct from', payerKey)
    .returning(['subscriptionId', 'formId', 'startedAt'])
    .executeTakeFirst()
  if (own === undefined) return true
  const saved = { ...own, emailKey: null, cardFingerprint: payerKey }
  await waitForOthers(tx, saved)
  const isAllowed = !(await hasTried(tx, saved))
  // A subscription without its trial is due right away, so that it ends before it charges anything.
  if (!isAllowed) {
    const due = tx.updateTable('subscriptions').set({ nextCheckAt: own.startedAt })
    await due.where('id', '=', own.subscriptionId).execute()
  }
  return isAllowed
}

/** A trial to compare with others. Without an email address, only the card is compared. */
type Compared = Omit<TrialStart, 'emailKey'> & { readonly emailKey: string | null }

/**
 * A separate statement, so that the next one sees other transactions' changes. It locks in a fixed order to avoid
 * deadlocks.
 */
async function waitForOthers(
  tx: Transaction<Database>,
  { formId, emailKey, cardFingerprint }: Compared,
): Promise<void> {
  const names = [emailKey, cardFingerprint].map((key) => key && `trial ${formId} ${key}`)
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) name
      where name is not null order by key
    ) sorted`.execute(tx)
}

/** A trial that is starting counts until it has failed. */
async function hasTried(
  tx: Transaction<Database>,
  { subscriptionId, formId, emailKey, cardFingerprint, startedAt }: Compared,
): Promise<boolean> {
  const found = await tx
    .selectFrom('trialStarts')
    .innerJoin('subscriptions', 'subscriptions.id', 'trialStarts.subscriptionId')
    .innerJoin('purchasesView as purchases', 'purchases.id', 'subscriptions.orderId')
    .select('subscriptionId')
    .where('trialStarts.formId', '=', formId)
    .where('trialStarts.subscriptionId', '!=', subscriptionId)
    .where('startedAt', '>', secondsAfter(startedAt, -heldFor))
    .where('subscriptions.status', '!=', 'incomplete_expired')
    .where((start) =>
      start.or([
        start('subscriptions.status', '!=', 'incomplete'),
        start('purchases.status', 'not in', ['failed', 'canceled']),
      ]),
    )
    .where((start) =>
      start.or([
        start('emailKey', '=', emailKey),
        start('cardFingerprint', '=', cardFingerprint),
        start('paidBy', '=', cardFingerprint),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function pruneTrialStarts({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return pruneRound(async () => {
    const { numAffectedRows = 0n } = await sql`
      delete from trial_starts where ctid = any(array(
        select ctid from trial_starts where started_at < ${secondsAfter(clock.now(), -heldFor)}
        order by started_at limit ${pruneBatch} for update skip locked
      ))`.execute(db)
    return Number(numAffectedRows)
  })
}

/** Deletes the email addresses and cards of these orders' trials, so that their buyers can have another one. */
export async function deleteTrialStarts(
  tx: Transaction<Database>,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return
  await tx
    .deleteFrom('trialStarts')
    .where('subscriptionId', 'in', (begun) =>
      begun.selectFrom('subscriptions').select('subscriptions.id').where('orderId', 'in', orderIds),
    )
    .execute()
}

let listed: Promise<ReadonlySet<string>> | undefined

/**
 * Whether an email address is disposable according to a package's list, so it does not identify a buyer. The
 * list is loaded with the first trial.
 */
export async function isDisposable(email: string): Promise<boolean> {
  listed ??= import('disposable-email-domains-js').then((list) => list.disposableEmailBlocklistSet())
  const domains = await listed
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  return labels.some((_, place) => domains.has(labels.slice(place).join('.')))
}
