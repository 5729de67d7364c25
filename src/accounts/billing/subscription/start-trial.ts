import type { Transaction } from 'kysely'
import { saveTrialEnd } from '#accounts/people/change-user.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { catalogue } from '../catalogue.ts'
import { insertPlanRow } from '../store.ts'

const day = 24 * 60 * 60
/** How long registration may take to name another plan before the trial is begun at the provider, in seconds. */
const patience = 120

/**
 * Gives a new seller the BASIC plan with its trial, which counts at once. It is recorded in the transaction that makes
 * the seller, and begun at the provider when the plan is first asked for, so that no sign-up waits for the provider or
 * fails with it.
 *
 * A person has one trial, however many shops they open: one who comes back from a team has what is left of it, or a plan
 * that has ended, as after any trial.
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
