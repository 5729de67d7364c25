import { inTransaction } from '#db/database.ts'
import type { Caller } from '#http/caller.ts'
import { Failure } from '#http/failures.ts'
import type { Parts } from '#parts.ts'
import type { Shelf } from '#uploads/keep-upload.ts'
import { forgetPicture } from '#uploads/stored-files.ts'
import { closeSeller, eraseUser, hasOtherSuperAdmin, lockMembers, readProfile } from './store.ts'

export type EraseParts = Pick<Parts, 'db' | 'clock' | 'log'> & {
  readonly shelf: Shelf
  /** Told of forms that are not to be seen any more. */
  readonly dropPages: (formIds: readonly string[]) => void
}

/**
 * Erases a person: name, address, photo and every way to sign in. The last member of a seller closes it: its forms,
 * bumps, offers and taxes are gone from every page. Purchases, refunds and the books around them stay as the law asks.
 *
 * Throws LastSuperAdmin.
 */
export async function eraseAccount(
  { db, clock, log, shelf, dropPages }: EraseParts,
  { userId, sellerId }: Caller,
): Promise<{ isSellerClosed: boolean }> {
  const now = clock.now()
  const { image } = await readProfile(db, userId)
  const { isSellerClosed, forms } = await inTransaction(db, async (tx) => {
    const { role } = await readProfile(tx, userId)
    if (role === 'SuperAdmin' && !(await hasOtherSuperAdmin(tx, userId))) throw new LastSuperAdmin()
    const isLast = (await lockMembers(tx, sellerId)) <= 1
    await eraseUser(tx, userId, now)
    return { isSellerClosed: isLast, forms: isLast ? await closeSeller(tx, sellerId, now) : [] }
  })
  dropPages(forms)
  log.warn({ user: userId, seller: sellerId, isSellerClosed }, 'account erased')
  if (image !== null) await forgetPicture(shelf, sellerId, image)
  return { isSellerClosed }
}

/** Nobody would be left to govern the platform. */
class LastSuperAdmin extends Failure {
  readonly status = 409
  readonly code = 'last_super_admin'

  constructor() {
    super('You are the last SuperAdmin. Make somebody else one before you leave.')
  }
}
