import { inTransaction } from '#foundation/db/database.ts'
import { isId } from '#foundation/db/new-id.ts'
import { found, NotFound } from '#foundation/failures/failure.ts'
import { pageNumbers } from '#foundation/lists/pages.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import type { Services } from '#registry/services.ts'
import type { invitationsContract } from './contract.ts'
import { InvitationGone } from './errors.ts'
import { invite, limitInvitations, revokeInvitation } from './invite.ts'
import { redeemInvitation, isWithinRights } from './redeem-invitation.ts'
import { findOpened, listOpen } from './store.ts'
import { type Addresses, tokenHash } from './invitation-link.ts'

export function invitationsHandlers(
  services: Services,
  addresses: Addresses,
  limiter: Limiter,
): Handlers<typeof invitationsContract> {
  const { db, clock, log } = services
  return {
    async openInvitation({ body }) {
      const opened = await findOpened(db, tokenHash(body.token), clock.now())
      if (opened === undefined || !(await isWithinRights(db, opened))) throw new InvitationGone()
      const { sellerId: _seller, roleId: _role, invitedBy: _inviter, ...shown } = opened
      return shown
    },

    async acceptInvitation({ caller, body }) {
      const kind = await inTransaction(db, (tx) =>
        redeemInvitation(services, tx, body.token, caller.userId, clock.now()),
      )
      log.info({ user: caller.userId, kind }, 'invitation accepted')
      return { kind }
    },

    async listPartnerInvitations({ query }) {
      const rows = await listOpen(db, 'partner', null, clock.now(), query)
      return pageNumbers(
        rows.map((row) => ({ ...row, expiresAt: row.expiresAt.toISOString() })),
        query,
      )
    },

    async invitePartner({ caller, body, request }) {
      await limitInvitations(limiter, caller, { email: body.email, ip: request.ip })
      const { expiresAt, ...invitation } = await inTransaction(db, (tx) =>
        invite(tx, addresses, { email: body.email, invitedBy: caller.userId, at: clock.now(), team: null }),
      )
      log.info({ user: caller.userId, invitation: invitation.id }, 'partner invited')
      return { ...invitation, roleName: null, expiresAt: expiresAt.toISOString() }
    },

    async revokePartnerInvitation({ caller, params }) {
      const { id } = params
      if (!isId(id)) throw new NotFound()
      const email = found(
        await inTransaction(db, (tx) =>
          revokeInvitation(tx, { id, sellerId: null, by: caller.userId, at: clock.now() }),
        ),
      )
      return { email }
    },
  }
}
