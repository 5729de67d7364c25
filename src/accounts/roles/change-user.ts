import { t } from '#foundation/language/t.ts'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import { endInvitationsBeyondRights } from '#accounts/invitations/invite.ts'
import { setPlatformRole } from '#accounts/people/change-user.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Caller, PlatformRole } from '#foundation/http/contract/caller.ts'
import { Conflict, InvalidFields, found } from '#foundation/failures/failure.ts'
import type { Services } from '#registry/services.ts'
import { roleMessages } from './messages.ts'
import { findAnyUser, lockUser, replaceUserRoles, type AdminUserRow, lockSuperAdmins } from './user-store.ts'

type Change = {
  readonly role?: PlatformRole | undefined
  readonly roles?: readonly string[] | undefined
}

/**
 * Gives a user a platform role, and an Admin the roles that define their rights. Other users have no such roles. The
 * last SuperAdmin keeps the role, because someone must be able to grant roles. A user whose email address is
 * unconfirmed gets no role, because anyone can sign up with someone else's address.
 */
export async function changeUser(
  { db, clock, log }: Services,
  caller: Caller,
  id: string,
  { role, roles }: Change,
): Promise<AdminUserRow> {
  const moved = await inTransaction(db, async (tx) => {
    const admins = await lockSuperAdmins(tx)
    const user = found(await lockUser(tx, id))
    const after = role ?? user.role
    if (user.role === 'SuperAdmin' && after !== 'SuperAdmin' && admins.length === 1) {
      throw new Conflict(
        'last_super_admin',
        t('This is the last SuperAdmin. Give someone else the role first.'),
      )
    }
    if (after !== 'Admin' && roles !== undefined && roles.length > 0) {
      throw new InvalidFields({ roles: t('Only an Admin has roles of their own') })
    }
    if (after !== 'Customer' && !user.emailVerified && (after !== user.role || (roles ?? []).length > 0)) {
      throw new Conflict('address_unconfirmed', roleMessages.unconfirmed())
    }
    const entry = { at: clock.now(), actorId: caller.userId, userId: id }
    if (after !== user.role) {
      await setPlatformRole(tx, id, after)
      await recordAudit(tx, { ...entry, action: 'users.role', before: user.role, after })
    }
    const wanted = after === 'Admin' ? roles : []
    if (wanted !== undefined) {
      const before = (await findAnyUser(tx, id))?.roles.map(({ name }) => name) ?? []
      const given = await replaceUserRoles(tx, id, [...new Set(wanted)])
      if (given.length !== new Set(wanted).size)
        throw new InvalidFields({ roles: t('A role no longer exists') })
      const now = given.map(({ name }) => name)
      if (now.join() !== before.join()) {
        await recordAudit(tx, {
          ...entry,
          action: 'users.roles',
          before: before.join(', '),
          after: now.join(', '),
        })
      }
    }
    await endInvitationsBeyondRights(tx, id, { by: caller.userId, at: clock.now() })
    return { before: user.role, after }
  })
  if (moved.before !== moved.after) log.info({ user: id, ...moved, by: caller.userId }, 'role changed')
  return found(await findAnyUser(db, id))
}
