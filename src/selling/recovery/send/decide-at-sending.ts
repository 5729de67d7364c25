import { inTransaction } from '#foundation/db/database.ts'
import type { SendDecision } from '#foundation/mail/send-mails.ts'
import type { Services } from '#registry/services.ts'
import { decide, lockRecovery, type Recovery } from './decide.ts'
import { applyDecision } from './send-recoveries.ts'

/**
 * Decides again at the moment of sending, while the buyer's orders are locked. A buyer who has paid since then, or has
 * stopped these emails, gets none. At night, or while a payment may still be charged, the email waits.
 */
export async function decideAtSending(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  {
    isAskedFor,
    ...written
  }: Pick<Recovery, 'id' | 'formId' | 'email'> & {
    /** The buyer asked for the link just now. */
    readonly isAskedFor: boolean
  },
): Promise<SendDecision> {
  return inTransaction(db, async (tx) => {
    const recovery = await lockRecovery(tx, written)
    if (recovery === undefined || recovery.email !== written.email) return 'never'
    const isOpen = recovery.state === 'waiting' || recovery.state === 'sent'
    if (!isOpen && !isAskedFor) return 'never'
    const decision = await decide(tx, { clock }, recovery, isAskedFor)
    if (decision === 'send') return 'send'
    if ('later' in decision) return decision
    await applyDecision(tx, recovery.id, decision)
    return 'never'
  })
}
