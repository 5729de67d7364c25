import type { Transaction } from 'kysely'
import { saveTrialEnd } from '#accounts/people/change-user.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { catalogue } from '../catalogue.ts'
import { insertPlanRow } from '../store.ts'

const day = 24 * 60 * 60
/** How long a new seller can choose another plan before the trial starts on Stripe, in seconds. */
const patience = 120

/**
 * Gives a new seller the BASIC plan with its trial, effective immediately. It is recorded in the transaction that
 * creates the seller and started on Stripe when the plan is first read, so sign-ups neither wait for Stripe nor fail
 * with it.
 *
 * Each person has one trial, however many shops they open. After leaving a team they get the rest of it, or an ended plan, as after any trial.
 */
export async function startTrial(
  tx: Transaction<Database>,
  { sellerId, userId }: { readonly sellerId: string; readonly userId: string },
  now: Date,
): Promise<void> {
  const trialEnd = await saveTrialEnd(tx, userId, secondsAfter(now, catalogue.BASIC.trialDays * day))
  const isOver = trialEnd <= now
  await insertPlanRow(tx, {
    sellerId,
    plan: 'BASIC',
    isAnother: false,
    trialEnd,
    endedAt: isOver ? now : null,
    nextCheckAt: isOver ? null : secondsAfter(now, patience),
    now,
  })
}
