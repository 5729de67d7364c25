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
  /** Offered to shop owners, for their teams. */
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
  /** In lower case; only the person with this address can accept. */
  email: string
  tokenHash: string
  /** Incremented on resending; earlier links are void. */
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
  /** Null for the command line, and for deleted users. */
  actorId: string | null
  action: string
  subjectId: string | null
  /** The person it was done to. */
  userId: string | null
  sellerId: string | null
  /** Names only, such as of roles; never text a person typed. */
  before: string | null
  after: string | null
  /** The answer to a call for another seller; null if there was none. */
  status: number | null
}
