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
 * Records the buyer of a trial in the transaction that records the order; repeated requests never get here.
 * Others with the same email address or card wait for that transaction. Throws `TrialUsed` if a trial of the
 * same form was begun with either within a year, or is being begun.
 */
export async function recordTrialStart(tx: Transaction<Database>, start: TrialStart): Promise<void> {
  await waitForOthers(tx, start)
  if (await hasTried(tx, start)) throw new TrialUsed()
  await tx.insertInto('trialStarts').values(start).execute()
}

/**
 * A separate statement, so that the next one sees other transactions' changes. Locked in a fixed order to
 * avoid deadlocks.
 */
async function waitForOthers(
  tx: Transaction<Database>,
  { formId, emailKey, cardFingerprint }: TrialStart,
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
  { formId, emailKey, cardFingerprint, startedAt }: TrialStart,
): Promise<boolean> {
  const found = await tx
    .selectFrom('trialStarts')
    .innerJoin('subscriptions', 'subscriptions.id', 'trialStarts.subscriptionId')
    .innerJoin('purchasesView as purchases', 'purchases.id', 'subscriptions.orderId')
    .select('subscriptionId')
    .where('trialStarts.formId', '=', formId)
    .where('startedAt', '>', secondsAfter(startedAt, -heldFor))
    .where('subscriptions.status', '!=', 'incomplete_expired')
    .where((start) =>
      start.or([
        start('subscriptions.status', '!=', 'incomplete'),
        start('purchases.status', 'not in', ['failed', 'canceled']),
      ]),
    )
    .where((start) =>
      start.or([start('emailKey', '=', emailKey), start('cardFingerprint', '=', cardFingerprint)]),
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
 * Whether an email address is disposable according to a package's list, so that it does not identify a buyer.
 * The list is loaded with the first trial.
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
