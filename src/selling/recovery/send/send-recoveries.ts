import type { Transaction } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { recordPending } from '#foundation/events/pending-events.ts'
import { rules } from '#foundation/limits/rules.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import { settingsOf } from '../settings/form-settings.ts'
import { decide, lockRecovery, type Recovery } from './decide.ts'

type SendServices = Pick<Services, 'db' | 'clock' | 'limiter' | 'config'>

const batch = 50
/** How soon an email held back by a limit is tried again, in seconds. */
const limitedAgain = 30 * 60

/** The kind of these emails in the outbox. */
export const recoveryMail = 'recovery'

/**
 * Decides about lost payments whose next email is due, and adds the emails to the outbox. Returns how many were due.
 */
export async function sendRecoveries(services: SendServices): Promise<number> {
  const { db, clock, limiter } = services
  const due = await db
    .selectFrom('recoveries')
    .select(['id', 'sellerId', 'formId', 'email', 'emailKey', 'holdOut', 'nextAt'])
    .where('nextAt', '<=', clock.now())
    .orderBy('nextAt')
    .limit(batch)
    .execute()
  for (const one of due) {
    const uses = one.holdOut ? [] : usesOf(one)
    const counts = await limiter.count(uses)
    const isLimited = uses.some((use) => (counts.of(use)?.count ?? 0) > rules[use.rule].limit)
    const isMailed = await inTransaction(db, (tx) => workOn(services, tx, one, isLimited))
    if (!isMailed) await limiter.giveBack(uses)
  }
  return due.length
}

/**
 * An address gets one email a day across all shops. Its mail host gets only a few at a time, because spam filters look
 * for bursts.
 */
function usesOf({ email, emailKey }: Pick<Recovery, 'email' | 'emailKey'>) {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return [
    { rule: 'recoveryTo', subject: emailKey },
    { rule: 'recoveryToHost', subject: host },
  ] as const
}

/** Returns whether an email is being sent. */
async function workOn(
  services: SendServices,
  tx: Transaction<Database>,
  due: Pick<Recovery, 'id' | 'formId' | 'email'>,
  isLimited: boolean,
): Promise<boolean> {
  const now = services.clock.now()
  const recovery = await lockRecovery(tx, due)
  // Another process was faster, or the recovery has ended since.
  if (recovery === undefined || recovery.nextAt === null || recovery.nextAt > now) return false
  const allowed = await decide(tx, services, recovery)
  const decision = allowed === 'send' && isLimited ? { later: secondsAfter(now, limitedAgain) } : allowed
  if (decision !== 'send') {
    await applyDecision(tx, recovery.id, decision)
    return false
  }
  const triedAt = recovery.triedAt ?? now
  if (recovery.holdOut) {
    await update(tx, recovery.id, { triedAt, nextAt: null })
    return false
  }
  const sent = recovery.sent + 1
  await enqueueMail(tx, {
    kind: recoveryMail,
    about: `${recovery.id} ${sent}`,
    data: { id: recovery.id, sellerId: recovery.sellerId },
    recipient: recovery.email,
    at: now,
  })
  const { id: objectId, sellerId, formId, purchaseId } = recovery
  await recordPending(tx, { type: 'recovery.sent', sellerId, objectId, purchaseId, formId, at: now })
  const nextAt = sent === 1 && recovery.kind === 'page' ? await secondAt(tx, recovery) : null
  await update(tx, recovery.id, { triedAt, sent, nextAt, state: nextAt === null ? 'sent' : 'waiting' })
  return true
}

/** A reminder that the buyer asked for is repeated once. */
async function secondAt(tx: Transaction<Database>, { formId, createdAt }: Recovery): Promise<Date> {
  const { waits } = await settingsOf(tx, formId)
  return secondsAfter(createdAt, waits[1] * 60)
}

/** Ends a recovery, or postpones its next email. */
export async function applyDecision(
  tx: Transaction<Database>,
  id: string,
  decision: Exclude<Awaited<ReturnType<typeof decide>>, 'send'>,
): Promise<void> {
  if ('later' in decision) return update(tx, id, { nextAt: decision.later })
  return update(tx, id, { state: 'over', reason: decision.over, nextAt: null })
}

type Change = Partial<Pick<Recovery, 'triedAt' | 'nextAt' | 'sent' | 'state' | 'reason'>>

async function update(tx: Transaction<Database>, id: string, change: Change): Promise<void> {
  await tx.updateTable('recoveries').set(change).where('id', '=', id).execute()
}
