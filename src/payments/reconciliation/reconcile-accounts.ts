import type { Kysely } from 'kysely'
import { t } from '#foundation/language/t.ts'
import { markDisconnected, readConnectedAccount } from '#accounts/onboarding/onboarding-state.ts'
import { AccountDisconnected, ProviderRefused } from '#foundation/card-provider/errors.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { claimSchedule, finishSchedule, lastFinish, renewSchedule } from '#foundation/jobs/schedule.ts'
import { listOpenBegunBefore } from '#payments/disputes/open-disputes.ts'
import { recordDispute, recordDisputeByEvent } from '#payments/disputes/record-dispute.ts'
import { type BookDifference, recordDifference } from '#payments/purchases/records/book-differences.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { Failure } from '#foundation/failures/failure.ts'
import { checkAgain } from '#payments/subscriptions/sync/leave-disconnected.ts'
import { compareCharges } from './compare-charges.ts'
import { compareRefunds } from './compare-refunds.ts'

const schedule = 'compare-books'
const day = 24 * 60 * 60
/** How often the reconciliation runs, and how soon it is repeated if it did not finish, in seconds. */
const every = day
const again = 60 * 60
const daysBack = 3
/** A dispute can begin while its account is disconnected and sends no events. */
const daysBackOfDisputes = 35

/**
 * Runs the reconciliation once a day, in only one of all processes. An interrupted run is repeated within the
 * hour. A long run renews its lease at each account, and stops if another process has taken over.
 */
export async function reconcileAccountsWhenDue(
  services: PaymentServices,
  stopping?: AbortSignal,
): Promise<number> {
  const { db, clock } = services
  const now = clock.now()
  if (!(await claimSchedule(db, schedule, again, now))) return 0
  let held: Date | undefined = secondsAfter(now, again)
  await reconcileAccounts(services, stopping, async () => {
    held = held && (await renewSchedule(db, schedule, held, again, clock.now()))
    return held !== undefined
  })
  return 0
}

export function lastComparison(db: Kysely<Database>): Promise<Date | null> {
  return lastFinish(db, schedule)
}

/**
 * Compares the last three days of purchases and the refunds with Stripe, account by account. Charges, refunds and
 * disputes missing here are settled; other differences are recorded and logged as alarms until someone resolves them. A
 * disconnected account is skipped with an alarm. Once it is connected again, its shop opens again. `isOurs` is called
 * before each account: if another process has taken over, the rest is left to that process. Returns the open
 * differences found.
 */
export async function reconcileAccounts(
  services: PaymentServices,
  stopping?: AbortSignal,
  isOurs: () => Promise<boolean> = async () => true,
): Promise<BookDifference[]> {
  const open: BookDifference[] = []
  const left: string[] = []
  const since = secondsAfter(services.clock.now(), -daysBackOfDisputes * day)
  const older = await listOpenBegunBefore(services.db, since)
  for (const { account, isClosed, isRestricted } of await listConnectedAccounts(services.db)) {
    if (!(await isOurs())) {
      services.log.warn({ schedule }, 'another process has taken over the reconciliation')
      return open
    }
    try {
      const differences = [
        ...(await compareCharges(services, account, daysBack, stopping)),
        ...(await compareRefunds(services, account, stopping)),
      ]
      stopping?.throwIfAborted()
      await readDisputes(services, account, { since, older: older.get(account) ?? [] }, stopping)
      if (isRestricted && !isClosed)
        await readConnectedAccount(services, account, (tx) => checkAgain(tx, account, services.clock.now()))
      for (const difference of differences) {
        if (!(await recordDifference(services.db, difference))) continue
        open.push(difference)
        services.log.error({ alarm: true, ...difference }, 'the books differ')
      }
    } catch (error) {
      stopping?.throwIfAborted()
      if (error instanceof AccountDisconnected) {
        if (!isClosed) {
          services.log.error({ alarm: true, account }, 'an account is disconnected')
          await markDisconnected(services, account)
        }
        continue
      }
      left.push(account)
      services.log.error({ alarm: true, err: error, account }, 'an account could not be compared')
    }
  }
  if (left.length > 0) throw new ComparisonIncomplete(left)
  const now = services.clock.now()
  await finishSchedule(services.db, schedule, now, secondsAfter(now, every))
  return open
}

/**
 * Reads disputes whose events may have been lost: a new dispute has a deadline all the same, and an open one may have
 * ended. `older` are those that began before `since`.
 */
async function readDisputes(
  services: PaymentServices,
  account: string,
  { since, older }: { readonly since: Date; readonly older: readonly string[] },
  stopping: AbortSignal | undefined,
): Promise<void> {
  const readAt = services.clock.now()
  for await (const dispute of services.provider.listDisputes(account, since))
    await recordDispute(services, account, dispute, readAt)
  for (const id of older) {
    stopping?.throwIfAborted()
    try {
      await recordDisputeByEvent(services, account, id)
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error
      services.log.warn({ err: error, account, dispute: id }, 'a dispute could not be read')
    }
  }
}

/** Some accounts could not be compared. The differences in the others are recorded. */
class ComparisonIncomplete extends Failure {
  readonly status = 503
  readonly code = 'comparison_incomplete'
  override readonly retryAfter = 60
  override readonly details: { readonly accounts: readonly string[] }

  constructor(accounts: readonly string[]) {
    super(
      t(
        '{count, plural, =1 {One account} other {# accounts}} could not be compared. We will try again within the hour.',
        { count: accounts.length },
      ),
    )
    this.details = { accounts }
  }
}

async function listConnectedAccounts(
  db: Kysely<Database>,
): Promise<{ readonly account: string; readonly isClosed: boolean; readonly isRestricted: boolean }[]> {
  const rows = await db
    .selectFrom('sellersView as sellers')
    .select(['stripeAccountId', 'closedAt', 'onboardingStatus'])
    .where('stripeAccountId', 'is not', null)
    .execute()
  return rows.flatMap(({ stripeAccountId: account, closedAt, onboardingStatus }) =>
    account === null
      ? []
      : [{ account, isClosed: closedAt !== null, isRestricted: onboardingStatus === 'restricted' }],
  )
}
