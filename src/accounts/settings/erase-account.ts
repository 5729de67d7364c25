import type { Kysely } from 'kysely'
import { msg } from '#foundation/language/t.ts'
import { defineFailure } from '#foundation/failures/failure.ts'
import { endPlansOf } from '#accounts/billing/subscription/end-plan.ts'
import { countMembers, findMembership } from '#accounts/people/change-membership.ts'
import { lockSeller } from '#accounts/people/change-seller.ts'
import { readUser } from '#accounts/people/read-people.ts'
import type { UploadServices } from '#accounts/uploads/multipart/store-upload.ts'
import type { Origin } from '#accounts/identity/notify.ts'
import { deleteUploadIfUnused } from '#accounts/uploads/storage/stored-files.ts'
import type { AccountEndings, Ending } from '#registry/account-endings.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import type { Services } from '#registry/services.ts'
import { confirmErasure } from './erasure-mail.ts'

/** Without this check, a team could be left without an owner. */
class OwnerOfTeam extends defineFailure(
  'owner_of_team',
  409,
  msg('You own this shop. Transfer ownership on your Team page first.'),
) {}

/** The person has left the team since then, or was removed from it. */
class TeamChanged extends defineFailure(
  'team_changed',
  409,
  msg('You are no longer on this team. Reload the page and try again.'),
) {}

export type EraseServices = Services & {
  readonly uploads: UploadServices
  /** What each domain does when an account ends. */
  readonly accountEndings: Required<AccountEndings>
}

/**
 * Erases a person: name, address, photo and every way to sign in. When the last member leaves, the seller closes and
 * everything it sells disappears from every page. Purchases, refunds and their accounting records stay, as the law
 * requires.
 *
 * Before that, the seller's plan is ended on Stripe. If that fails, nothing is erased. Throws OwnerOfTeam, TeamChanged,
 * any domain's reason against it, and errors from ending the plan. An email to the former address confirms the erasure.
 */
export async function eraseAccount(
  services: EraseServices,
  { userId, sellerId }: Caller,
  origin: Origin,
): Promise<{ isSellerClosed: boolean }> {
  const { db, clock, log, uploads, accountEndings } = services
  const now = clock.now()
  await inTransaction(db, (tx) => accountEndings.checkUser(tx, userId))
  if (await closesSeller(db, userId, sellerId)) {
    await accountEndings.checkSeller(db, sellerId)
    await endPlansOf(services, sellerId)
  }
  const { image } = await readUser(db, userId)
  const afterwards: (() => void)[] = []
  const isSellerClosed = await inTransaction(db, async (tx) => {
    await accountEndings.checkUser(tx, userId)
    await lockSeller(tx, sellerId)
    // The team may have changed while Stripe was responding.
    const isLast = await closesSeller(tx, userId, sellerId)
    if (isLast) await accountEndings.checkSeller(tx, sellerId)
    const ending: Ending = { tx, now, afterwards: (run) => void afterwards.push(run) }
    await confirmErasure(ending, userId, origin, isLast)
    await accountEndings.eraseUser(ending, userId)
    if (isLast) await accountEndings.closeSeller(ending, sellerId)
    return isLast
  })
  for (const run of afterwards) run()
  log.warn({ user: userId, seller: sellerId, isSellerClosed }, 'account erased')
  if (image !== null) await deleteUploadIfUnused(uploads, sellerId, image)
  return { isSellerClosed }
}

/**
 * Whether a seller has only this one member. Throws OwnerOfTeam, or TeamChanged for a person who is no longer a
 * member.
 */
async function closesSeller(db: Kysely<Database>, userId: string, sellerId: string): Promise<boolean> {
  const membership = await findMembership(db, userId)
  if (membership?.sellerId !== sellerId) throw new TeamChanged()
  const isAlone = (await countMembers(db, sellerId)) === 1
  if (membership.isOwner && !isAlone) throw new OwnerOfTeam()
  return isAlone
}
