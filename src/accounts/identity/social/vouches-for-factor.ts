import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { findFactor } from '../second-factor/factor-store.ts'
import type { Profile } from './open-id.ts'
import { connectedSince } from './store.ts'

/**
 * Whether a sign-in at the issuer counts as the second factor as well: it says that it has checked two, and was connected before
 * the factor was switched on. One that was connected afterwards may be of whoever wants to get around that factor.
 */
export async function vouchesForFactor(
  db: Kysely<Database>,
  userId: string,
  { issuer, uid, isMultiFactor }: Pick<Profile, 'uid' | 'isMultiFactor'> & { readonly issuer: string },
): Promise<boolean> {
  if (!isMultiFactor) return false
  const [factor, since] = await Promise.all([findFactor(db, userId), connectedSince(db, issuer, uid)])
  if (factor === undefined || factor.confirmedAt === null) return true
  return since !== undefined && since < factor.confirmedAt
}
