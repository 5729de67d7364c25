import type { Transaction } from 'kysely'
import { secondsAfter } from '#foundation/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { catalogue } from './catalogue.ts'
import { insertPlanRow } from './store.ts'

const day = 24 * 60 * 60
/** How long registration may take to name another plan before the trial is begun at the provider, in seconds. */
const patience = 120

/**
 * Gives a new seller the BASIC plan with its trial, which counts at once. It is recorded in the transaction that makes
 * the seller, and begun at the provider when the plan is first asked for, so that no sign-up waits for the provider or
 * fails with it.
 */
export async function startTrial(tx: Transaction<Database>, sellerId: string, now: Date): Promise<void> {
  await insertPlanRow(tx, {
    sellerId,
    plan: 'BASIC',
    isAnother: false,
    trialEnd: secondsAfter(now, catalogue.BASIC.trialDays * day),
    nextCheckAt: secondsAfter(now, patience),
    now,
  })
}
