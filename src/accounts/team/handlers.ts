import {
  invite,
  revokeInvitation,
  type NewInvitation,
  limitInvitations,
  findTeamInvitation,
  listTeamInvitations,
} from '#accounts/invitations/invite.ts'
import { InviterUnconfirmed } from '#accounts/invitations/errors.ts'
import { readUser } from '#accounts/people/read-people.ts'
import { t } from '#foundation/language/t.ts'
import { type Addresses } from '#accounts/invitations/invitation-link.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { isId } from '#foundation/db/new-id.ts'
import { InvalidFields, found, NotFound } from '#foundation/failures/failure.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import { changeMember, removeMember, roleToGive, transferOwnership } from './change-team.ts'
import type { teamContract } from './contract.ts'
import {
  heldUntil,
  agreeToHandover,
  openHandover,
  takeShopBack,
  type Handover,
  type TakeBackServices,
} from './handover.ts'
import { listMembers, listTeamRoles, lockMembers } from './store.ts'

export function teamHandlers(
  services: TakeBackServices,
  addresses: Addresses,
  limiter: Limiter,
): Handlers<typeof teamContract> {
  const { db, clock, log } = services
  return {
    async readTeam({ caller }) {
      const [members, invitations, roles, until] = await Promise.all([
        listMembers(db, caller.sellerId),
        listTeamInvitations(db, caller.sellerId, clock.now()),
        listTeamRoles(db),
        heldUntil(db, caller.sellerId, clock.now()),
      ])
      return {
        sellerName: members[0]?.sellerName ?? '',
        members: members.map(({ roleId, roleName, joinedAt, ...member }) => ({
          ...member,
          role: roleId === null || roleName === null ? null : { id: roleId, name: roleName },
          joinedAt: joinedAt.toISOString(),
        })),
        invitations: invitations.map((row) => ({ ...row, expiresAt: row.expiresAt.toISOString() })),
        roles,
        heldUntil: until?.toISOString() ?? null,
      }
    },

    async inviteMember({ caller, body, request }) {
      await demandKnown(db, caller)
      await limitInvitations(limiter, caller, { email: body.email, ip: request.ip })
      const { sellerId, userId: invitedBy } = caller
      const email = body.email.toLowerCase()
      const invited = await inTransaction(db, async (tx) => {
        const members = await lockMembers(tx, sellerId)
        if (members.some((member) => member.email === email)) {
          throw new InvalidFields({ email: t('This person is already on the team') })
        }
        const { id: roleId, name: roleName } = await roleToGive(tx, caller, body.roleId)
        const team = { sellerId, roleId, roleName }
        const invitation = await invite(tx, addresses, { email, invitedBy, at: clock.now(), team })
        return { ...invitation, roleName }
      })
      log.info({ user: invitedBy, seller: sellerId, invitation: invited.id }, 'member invited')
      return describe(invited)
    },

    async resendInvitation({ caller, params, request }) {
      const { sellerId, userId: invitedBy } = caller
      const { id } = params
      if (!isId(id)) throw new NotFound()
      await demandKnown(db, caller)
      const sought = found(await inTransaction(db, (tx) => findTeamInvitation(tx, sellerId, id)))
      await limitInvitations(limiter, caller, { email: sought.email, ip: request.ip })
      const invited = await inTransaction(db, async (tx) => {
        const open = await findTeamInvitation(tx, sellerId, id)
        if (open === undefined || open.roleId === null) throw new NotFound()
        const { id: roleId, name: roleName } = await roleToGive(tx, caller, open.roleId)
        const team = { sellerId, roleId, roleName }
        const invitation = await invite(tx, addresses, {
          email: open.email,
          invitedBy,
          at: clock.now(),
          team,
        })
        return { ...invitation, roleName }
      })
      return describe(invited)
    },

    async revokeInvitation({ caller, params }) {
      const { id } = params
      if (!isId(id)) throw new NotFound()
      const { sellerId, userId: by } = caller
      const email = found(
        await inTransaction(db, (tx) => revokeInvitation(tx, { id, sellerId, by, at: clock.now() })),
      )
      return { email }
    },

    async changeMember({ caller, params, body }) {
      if (!isId(params.id)) throw new NotFound()
      await changeMember(services, caller, params.id, body.roleId)
      return {}
    },

    async removeMember({ caller, params }) {
      if (!isId(params.id)) throw new NotFound()
      const { name } = await removeMember(services, caller, params.id)
      return { name }
    },

    async leaveTeam({ caller }) {
      await removeMember(services, caller, caller.userId)
      return {}
    },

    async transferOwnership({ caller, body }) {
      await transferOwnership(services, caller, body)
      return {}
    },

    async openHandover({ body }) {
      return describeHandover(await openHandover(services, body.token))
    },

    async takeShopBack({ body }) {
      return describeHandover(await takeShopBack(services, body.token))
    },

    async agreeToHandover({ body }) {
      return describeHandover(await agreeToHandover(services, body.token))
    },
  }
}

/**
 * Throws InviterUnconfirmed unless the person has confirmed their address or Stripe has verified the shop. An
 * invitation's subject contains the names of person and shop, so without this check, anyone could send strangers any
 * text.
 */
async function demandKnown(
  db: TakeBackServices['db'],
  { userId, onboardingStatus }: Pick<Caller, 'userId' | 'onboardingStatus'>,
): Promise<void> {
  const isKnown = onboardingStatus === 'completed' || (await readUser(db, userId)).emailVerified
  if (!isKnown) throw new InviterUnconfirmed()
}

function describeHandover({ sellerName, heirName, createdAt, expiresAt }: Handover) {
  return { sellerName, heirName, handedOverAt: createdAt.toISOString(), until: expiresAt.toISOString() }
}

function describe({ expiresAt, ...invitation }: NewInvitation & { readonly roleName: string }) {
  return { ...invitation, expiresAt: expiresAt.toISOString() }
}
