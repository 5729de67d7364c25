import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { t } from '#foundation/language/t.ts'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import { endInvitationsBeyondRights } from '#accounts/invitations/invite.ts'
import { setPlatformRole } from '#accounts/people/change-user.ts'
import { systemClock } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Role } from '#foundation/db/tables/identity.ts'
import { plainEmail } from '#foundation/typed/read-email.ts'
import { findUser, listSuperAdmins, lockSuperAdmins } from './user-store.ts'

/** A role could not be changed. The message gives the reason, for the command line. */
export class RoleUnchanged extends Error {
  override name = 'RoleUnchanged'
}

/** The email addresses of all SuperAdmins, in alphabetical order. */
export async function superAdminAddresses(db: Kysely<Database>): Promise<string[]> {
  return (await listSuperAdmins(db)).map(({ email }) => email)
}

/**
 * Makes a person who has signed up and confirmed their address a SuperAdmin, starting with their next request. Safe
 * to repeat.
 */
export async function grantSuperAdmin(
  db: Kysely<Database>,
  log: Pick<FastifyBaseLogger, 'info'>,
  email: string,
): Promise<void> {
  const { id, role } = await inTransaction(db, async (tx) => {
    const user = await findUser(tx, plainEmail(email).toLowerCase())
    if (user === undefined) {
      throw new RoleUnchanged(
        t('No one has signed up as {email}. Sign up first, then grant the role.', { email }),
      )
    }
    if (!user.emailVerified) {
      throw new RoleUnchanged(
        t('{email} is not confirmed. Open the link in the confirmation email first, then grant the role.', {
          email,
        }),
      )
    }
    await setPlatformRole(tx, user.id, 'SuperAdmin')
    await recordChange(tx, user.id, user.role, 'SuperAdmin')
    return user
  })
  logChange(log, id, role, 'SuperAdmin')
}

/** Removes the role of SuperAdmin. The last one keeps it, because someone must be able to grant roles. */
export async function revokeSuperAdmin(
  db: Kysely<Database>,
  log: Pick<FastifyBaseLogger, 'info'>,
  email: string,
): Promise<void> {
  const address = plainEmail(email).toLowerCase()
  const id = await inTransaction(db, async (tx) => {
    const all = await lockSuperAdmins(tx)
    const one = all.find((admin) => admin.email === address)
    if (one === undefined) throw new RoleUnchanged(t('{email} is not a SuperAdmin.', { email }))
    if (all.length === 1) {
      throw new RoleUnchanged(
        t('{email} is the last SuperAdmin. Grant the role to someone else first.', { email }),
      )
    }
    await setPlatformRole(tx, one.id, 'Customer')
    await endInvitationsBeyondRights(tx, one.id, { by: null, at: systemClock.now() })
    await recordChange(tx, one.id, 'SuperAdmin', 'Customer')
    return one.id
  })
  logChange(log, id, 'SuperAdmin', 'Customer')
}

async function recordChange(
  tx: Transaction<Database>,
  userId: string,
  before: Role,
  after: Role,
): Promise<void> {
  await recordAudit(tx, { at: systemClock.now(), actorId: null, userId, action: 'users.role', before, after })
}

/** The log uses the id, because an email address would identify a person. */
function logChange(log: Pick<FastifyBaseLogger, 'info'>, user: string, before: Role, after: Role): void {
  log.info({ user, before, after, by: 'command line' }, 'role changed')
}
