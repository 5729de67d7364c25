import type { Entity } from '#foundation/rights/entities.ts'
import type { CreatedAt, Defaulted, View } from '../driver/column-types.ts'

export type PermissionsTable = {
  id: string
  name: string
  description: string
  entity: Entity
  read: boolean
  write: boolean
  update: boolean
  delete: boolean
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
}

export type PermissionsView = View<PermissionsTable, 'id' | 'entity' | 'read' | 'write' | 'update' | 'delete'>

export type RolesTable = {
  id: string
  name: string
  description: string
  /** Offered to the owners of shops, for the members of their teams. */
  forTeams: Defaulted<boolean>
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
}

export type RolesView = View<RolesTable, 'id' | 'name' | 'description' | 'forTeams'>

export type RolePermissionsTable = { roleId: string; permissionId: string }

export type RolePermissionsView = View<RolePermissionsTable, 'roleId' | 'permissionId'>

export type UserRolesTable = { userId: string; roleId: string }

export type UserRolesView = View<UserRolesTable, 'userId' | 'roleId'>

export type InvitationsTable = {
  id: string
  kind: 'team' | 'partner'
  sellerId: string | null
  roleId: string | null
  /** In lower case; only who has this address may accept. */
  email: string
  tokenHash: string
  /** Counts up when it is sent again; the links sent before are void. */
  issue: Defaulted<number>
  invitedBy: string | null
  createdAt: CreatedAt
  expiresAt: Date
  acceptedAt: Date | null
  acceptedBy: string | null
}

export type InvitationsView = View<InvitationsTable, 'roleId' | 'acceptedAt'>

export type AuditLogTable = {
  id: string
  at: Date
  /** Null for the command line, and for who is gone. */
  actorId: string | null
  action: string
  subjectId: string | null
  /** Whom it was done to. */
  userId: string | null
  sellerId: string | null
  /** Names only, such as of roles; never what a person typed. */
  before: string | null
  after: string | null
  /** What a call for another seller was answered; null where it did not come to that. */
  status: number | null
}
