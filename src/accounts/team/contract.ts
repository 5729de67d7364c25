import { z } from 'zod'
import { inviteBody, newInvitation, openInvitation } from '#accounts/invitations/contract.ts'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo, resourceRoutes } from '#foundation/http/contract/resource.ts'
import { text, uuid } from '#foundation/http/input/fields.ts'

const teamRole = z.object({ id: uuid, name: z.string(), description: z.string() })
export type TeamRole = z.output<typeof teamRole>

const member = z.object({
  /** The user's id. */
  id: uuid,
  name: z.string(),
  email: z.string(),
  photo: z.string().nullable(),
  isOwner: z.boolean(),
  /** Null for the owner, who can do everything. */
  role: z.object({ id: uuid, name: z.string() }).nullable(),
  joinedAt: z.string(),
})
export type Member = z.output<typeof member>

const team = z.object({
  sellerName: z.string(),
  members: z.array(member),
  invitations: z.array(openInvitation),
  /** When the former owner can no longer take the shop back, or null if there is none. */
  heldUntil: z.string().nullable(),
  /** The roles that can be given to members. */
  roles: z.array(teamRole),
})
export type Team = z.output<typeof team>

/** The change of owner behind an emailed link. */
const handover = z.object({
  sellerName: z.string(),
  heirName: z.string(),
  handedOverAt: z.string(),
  until: z.string(),
})
export type Handover = z.output<typeof handover>

const handoverKey = z.object({ token: text(200) })

export const teamInviteBody = inviteBody.extend({ roleId: uuid })

const admits = admissionsTo('signed-in', 'team')
const invitations = resourceRoutes('/team/invitations', admits)
const members = resourceRoutes('/team/members', admits)

export const teamContract = {
  readTeam: {
    ...admits.read,
    method: 'GET',
    path: '/team',
    summary: 'Lists the members of the shop, its open invitations, and the roles that can be given',
    ok: { status: 200, schema: team },
  },
  inviteMember: {
    ...invitations.create(
      'Invites a person to the team with a role; if they are already invited, sends a new link',
      teamInviteBody,
      newInvitation,
    ),
    proof: 'recent',
    failures: { beyond_own_rights: 403, email_unconfirmed: 403 },
  },
  resendInvitation: {
    ...admits.update,
    method: 'PATCH',
    path: '/team/invitations/:id',
    summary: 'Sends an invitation again; the previous link stops working',
    proof: 'recent',
    params: idParams,
    failures: { beyond_own_rights: 403, email_unconfirmed: 403 },
    ok: { status: 200, schema: newInvitation },
  },
  revokeInvitation: invitations.remove('Revokes an invitation', z.object({ email: z.string() })),
  changeMember: {
    ...members.update(
      'Gives a member another role; it takes effect immediately',
      z.object({ roleId: uuid }),
      z.object({}),
    ),
    proof: 'recent',
    failures: { beyond_own_rights: 403 },
  },
  removeMember: {
    ...members.remove(
      'Removes a member from the team; it takes effect immediately',
      z.object({ name: z.string() }),
    ),
    proof: 'recent',
    failures: { owner_stays: 409 },
  },
  leaveTeam: {
    method: 'POST',
    path: '/team/leave',
    summary: 'Leaves the team; the caller gets their own shop',
    access: 'signed-in',
    proof: 'recent',
    right: null,
    failures: { owner_stays: 409 },
    ok: { status: 200, schema: z.object({}) },
  },
  transferOwnership: {
    ...admits.write,
    method: 'POST',
    path: '/team/owner',
    summary: 'Makes a member the owner; the former owner stays in the team with a role',
    proof: 'recent',
    body: z.object({ userId: uuid, roleId: uuid }),
    ok: { status: 200, schema: z.object({}) },
  },
  openHandover: {
    method: 'POST',
    path: '/team/handover/open',
    summary: 'Reads the change of owner for a former owner’s link to take the shop back',
    access: 'anyone',
    body: handoverKey,
    failures: { handover_over: 410 },
    ok: { status: 200, schema: handover },
  },
  takeShopBack: {
    method: 'POST',
    path: '/team/handover/take-back',
    summary:
      'Makes the former owner the owner again; members who joined since are removed, and the former owner’s sessions end',
    access: 'anyone',
    body: handoverKey,
    failures: { handover_over: 410, shop_in_use: 409 },
    ok: { status: 200, schema: handover },
  },
  agreeToHandover: {
    method: 'POST',
    path: '/team/handover/agree',
    summary: 'Makes the handover final: the former owner can no longer take the shop back',
    access: 'anyone',
    body: handoverKey,
    failures: { handover_over: 410 },
    ok: { status: 200, schema: handover },
  },
} as const satisfies Contract
