import { z } from 'zod'
import { listQuery, type Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo, resourceRoutes } from '#foundation/http/contract/resource.ts'
import { emailAddress, text, uuid } from '#foundation/http/input/fields.ts'

const invitationToken = text(200)

/** An invitation as shown to the person who opens it. */
export const openedInvitation = z.object({
  kind: z.enum(['team', 'partner']),
  email: z.string(),
  sellerName: z.string().nullable(),
  roleName: z.string().nullable(),
  inviterName: z.string().nullable(),
  /** Whether an account with this email address exists. */
  hasAccount: z.boolean(),
})
export type OpenedInvitation = z.output<typeof openedInvitation>

/** A pending invitation. */
export const openInvitation = z.object({
  id: uuid,
  email: z.string(),
  roleName: z.string().nullable(),
  expiresAt: z.string(),
})
export type OpenInvitation = z.output<typeof openInvitation>

/** A new invitation with the link that was sent. The link is shown only now. */
export const newInvitation = openInvitation.extend({ url: z.string() })

export const inviteBody = z.object({ email: emailAddress })

/** The errors of accepting an invitation. */
export const invitationFailures = {
  other_address: 403,
  already_member: 409,
  in_other_team: 409,
  shop_in_use: 409,
  invitation_gone: 410,
} as const

const partners = resourceRoutes('/admin/invitations', admissionsTo('staff', 'users'))

export const invitationsContract = {
  openInvitation: {
    method: 'POST',
    path: '/invitations/open',
    summary: 'Reads an invitation by the token of its link',
    access: 'anyone',
    body: z.object({ token: invitationToken }),
    failures: { invitation_gone: 410 },
    ok: { status: 200, schema: openedInvitation },
  },
  acceptInvitation: {
    method: 'POST',
    path: '/invitations/accept',
    summary: 'Accepts an invitation as the signed-in person; their address must be the invited one',
    access: 'signed-in',
    right: null,
    body: z.object({ token: invitationToken }),
    failures: invitationFailures,
    ok: { status: 200, schema: z.object({ kind: z.enum(['team', 'partner']) }) },
  },
  listPartnerInvitations: partners.list(
    'Lists the open Partner invitations, newest first',
    listQuery,
    openInvitation,
  ),
  invitePartner: {
    ...partners.create(
      'Invites a person as a Partner; if they are already invited, sends a new link and disables the previous one',
      inviteBody,
      newInvitation,
    ),
    proof: 'recent',
  },
  revokePartnerInvitation: partners.remove('Revokes a Partner invitation', z.object({ email: z.string() })),
} as const satisfies Contract
