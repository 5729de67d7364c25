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
  /** Whether shop owners can give the role to members of their teams. */
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
  /** The invited email address in lower case. Only the person with this address can accept. */
  email: string
  tokenHash: string
  /** Incremented when the invitation is sent again, which invalidates earlier links. */
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
  /** The user who acted. Null for the command line, and for deleted users. */
  actorId: string | null
  action: string
  subjectId: string | null
  /** The person whose access or account was changed. */
  userId: string | null
  sellerId: string | null
  /** The value before the change. Only names, such as those of roles, and never text that a person typed. */
  before: string | null
  after: string | null
  /** The status of the response to a call for another seller, or null if there was none. */
  status: number | null
}
