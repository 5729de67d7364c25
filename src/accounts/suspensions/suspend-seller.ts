import type { Transaction } from 'kysely'
import { msg } from '#foundation/language/t.ts'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import { findSeller, findOwner } from '#accounts/people/read-people.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import { defineFailure, found } from '#foundation/failures/failure.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Services } from '#registry/services.ts'
import type { SuspensionWire } from './contract.ts'
import { findSuspension, insertSuspension, liftOpen, listSuspensions, type Suspension } from './store.ts'

class AlreadySuspended extends defineFailure(
  'already_suspended',
  409,
  msg('This seller is already suspended. To give another reason, lift the suspension first.'),
) {}

type Changing = Pick<Services, 'db' | 'clock' | 'log'>
type Operator = Pick<Caller, 'userId'>

/**
 * Suspends a seller's sales. From the next request on, buyers cannot pay for any form or accept any offer. Earlier
 * sales continue: subscriptions renew, and buyers keep access.
 */
export async function suspendSeller(
  { db, clock, log }: Changing,
  { userId }: Operator,
  sellerId: string,
  reason: string,
): Promise<SuspensionWire> {
  const suspendedAt = clock.now()
  await inTransaction(db, async (tx) => {
    const { name } = await existing(tx, sellerId)
    const given = { sellerId, reason, suspendedAt, suspendedBy: userId }
    const id = await insertSuspension(tx, given)
    if (id === undefined) throw new AlreadySuspended()
    await recordAudit(tx, { at: suspendedAt, actorId: userId, action: 'sellers.suspend', sellerId })
    await notifyOwnerOfShop(tx, {
      kind: 'seller_suspended',
      sellerId,
      about: id,
      data: { shop: name, reason },
      at: suspendedAt,
    })
  })
  log.info({ seller: sellerId, by: userId }, 'seller suspended')
  return { reason, suspendedAt: suspendedAt.toISOString() }
}

/** Lifts a seller's suspension immediately. A seller without one gets no email. */
export async function liftSuspension(
  { db, clock, log }: Changing,
  { userId }: Operator,
  sellerId: string,
): Promise<void> {
  const at = clock.now()
  const lifted = await inTransaction(db, async (tx) => {
    const { name } = await existing(tx, sellerId)
    const id = await liftOpen(tx, sellerId, { liftedAt: at, liftedBy: userId })
    if (id === undefined) return false
    await recordAudit(tx, { at, actorId: userId, action: 'sellers.lift', sellerId })
    await notifyOwnerOfShop(tx, { kind: 'suspension_lifted', sellerId, about: id, data: { shop: name }, at })
    return true
  })
  if (lifted) log.info({ seller: sellerId, by: userId }, 'suspension lifted')
}

/** The reason for a seller's suspension, or null if they are not suspended. */
export async function readSuspension(
  { db }: Pick<Services, 'db'>,
  sellerId: string,
): Promise<SuspensionWire | null> {
  const suspension = await findSuspension(db, sellerId)
  return suspension === undefined
    ? null
    : { reason: suspension.reason, suspendedAt: suspension.suspendedAt.toISOString() }
}

/** All suspensions of a seller, newest first. */
export async function readSuspensions(
  { db }: Pick<Services, 'db'>,
  sellerId: string,
): Promise<readonly Suspension[]> {
  return listSuspensions(db, sellerId)
}

async function existing(tx: Transaction<Database>, sellerId: string): Promise<{ readonly name: string }> {
  return found(await findSeller(tx, sellerId))
}

type News = {
  readonly kind: 'seller_suspended' | 'suspension_lifted'
  readonly sellerId: string
  readonly about: string
  readonly data: Readonly<Record<string, string>>
  readonly at: Date
}

/** A shop without members gets no email. */
async function notifyOwnerOfShop(
  tx: Transaction<Database>,
  { kind, sellerId, about, data, at }: News,
): Promise<void> {
  const owner = await findOwner(tx, sellerId)
  if (owner === undefined) return
  const { id: userId, name, email: recipient } = owner
  await enqueueMail(tx, { kind, userId, about, data: { ...data, name }, recipient, at })
}
