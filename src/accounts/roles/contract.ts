import { z } from 'zod'
import { platformRoles } from '#foundation/http/contract/caller.ts'
import {
  deletedTitle,
  idParams,
  pageOf,
  sellerListQuery,
  listQuery,
  type Contract,
} from '#foundation/http/contract/contract.ts'
import { entities } from '#foundation/rights/entities.ts'
import { requiredLine, text, uuid, whenMissing } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { suspension } from '#accounts/suspensions/contract.ts'
import { roleMessages } from './messages.ts'

const { required } = roleMessages
const requiredWords = (maximum: number) => text(maximum, required).trim().min(1, { error: required })
const state = z.boolean({ error: whenMissing(required) })

/** What `POST /admin/permissions` takes: what may be done to one entity. */
export const permissionFields = z.object({
  name: requiredLine(120, required),
  description: requiredWords(10_000),
  entity: z.enum(entities, {
    error: ({ input }) =>
      input === undefined || input === '' || input === null ? required : messages.choice,
  }),
  Read: state,
  Write: state,
  Update: state,
  Delete: state,
})
export type PermissionFields = z.output<typeof permissionFields>

export const permission = permissionFields.extend({ id: uuid })
export type Permission = z.output<typeof permission>

/** All of a role's fields, as its editor has them. */
export const givenRole = z.object({
  name: requiredLine(120, required),
  description: requiredWords(10_000),
  permissions: z.array(uuid, { error: whenMissing(required) }).max(200),
  forTeams: state,
})

/** What `POST /admin/roles` takes; `permissions` are ids. A role `forTeams` can be given to members of a shop's team. */
export const roleFields = givenRole.extend({
  permissions: givenRole.shape.permissions.default([]),
  forTeams: givenRole.shape.forTeams.default(false),
})
export type RoleFields = z.output<typeof roleFields>

const role = z.object({
  id: uuid,
  name: z.string(),
  description: z.string(),
  permissions: z.array(uuid),
  forTeams: z.boolean(),
})

const roleName = z.object({ id: uuid, name: z.string() })

export const adminUser = z.object({
  id: uuid,
  email: z.string(),
  name: z.string(),
  /** The person has shown that they read this address; nobody else gets a platform role. */
  emailVerified: z.boolean(),
  role: z.enum(platformRoles),
  /** The roles that say what an Admin may change. */
  roles: z.array(roleName),
  /** The shop that the user belongs to; null for who has none at the moment. */
  seller: z.object({ id: uuid, name: z.string(), isOwner: z.boolean() }).nullable(),
  createdAt: z.string(),
})
export type AdminUser = z.output<typeof adminUser>

const userUpdate = z.object({
  role: z.enum(platformRoles, { error: messages.choice }).optional(),
  roles: z.array(uuid).max(50).optional(),
})

/** What the caller may do, for the browser to show; the API asks again at every call. */
const ownRights = z.object({
  role: z.enum(platformRoles),
  isOwner: z.boolean(),
  /** Others' things are closed to the person until they have set one up. */
  lacksSecondFactor: z.boolean(),
  /** Each as `entity.verb`. */
  rights: z.array(z.string()),
  /** Why the person's shop sells nothing at present; null: nothing stops it. */
  suspension: suspension.nullable(),
  /** By whose clock the shop's days begin, as a zone's name; null: by that of each device. */
  timeZone: z.string().nullable(),
})

const ofRole = { params: idParams, ok: { status: 200, schema: role } } as const
const ofPermission = { params: idParams, ok: { status: 200, schema: permission } } as const

export const rolesContract = {
  readRights: {
    method: 'GET',
    path: '/rights',
    summary:
      'Says what the caller may do in their shop and on the platform, and by whose clock the shop tells its days',
    access: 'signed-in',
    right: null,
    ok: { status: 200, schema: ownRights },
  },
  listUsers: {
    method: 'GET',
    path: '/admin/users',
    summary: 'Lists users, newest first; `q` searches name and email, `role` and `user` narrow',
    access: 'staff',
    right: { entity: 'users', verb: 'read' },
    query: sellerListQuery,
    ok: { status: 200, schema: pageOf(adminUser) },
  },
  getAnyUser: {
    method: 'GET',
    path: '/admin/users/:id',
    summary: 'Reads one user',
    access: 'staff',
    right: { entity: 'users', verb: 'read' },
    params: idParams,
    ok: { status: 200, schema: adminUser },
  },
  changeUser: {
    method: 'PATCH',
    path: '/admin/users/:id',
    summary: 'Gives a user a platform role, and an Admin the roles that say what they may change',
    access: 'super-admin',
    proof: 'recent',
    params: idParams,
    body: userUpdate,
    failures: { last_super_admin: 409, address_unconfirmed: 409 },
    ok: { status: 200, schema: adminUser },
  },
  listRoles: {
    method: 'GET',
    path: '/admin/roles',
    summary: 'Lists roles, newest first; `q` searches name and description',
    access: 'staff',
    right: { entity: 'roles', verb: 'read' },
    query: listQuery,
    ok: { status: 200, schema: pageOf(role) },
  },
  getRole: {
    method: 'GET',
    path: '/admin/roles/:id',
    summary: 'Reads one role',
    access: 'staff',
    right: { entity: 'roles', verb: 'read' },
    ...ofRole,
  },
  createRole: {
    method: 'POST',
    path: '/admin/roles',
    summary: 'Creates a role',
    access: 'staff',
    proof: 'recent',
    right: { entity: 'roles', verb: 'write' },
    body: roleFields,
    failures: { beyond_own_rights: 403 },
    ok: { status: 201, schema: role },
  },
  updateRole: {
    method: 'PATCH',
    path: '/admin/roles/:id',
    summary: 'Changes the given fields of a role; it takes effect at once for everybody who has it',
    access: 'staff',
    proof: 'recent',
    right: { entity: 'roles', verb: 'update' },
    body: givenRole.partial(),
    ...ofRole,
    failures: { beyond_own_rights: 403 },
  },
  deleteRole: {
    method: 'DELETE',
    path: '/admin/roles/:id',
    summary: 'Deletes a role that nobody has',
    access: 'staff',
    right: { entity: 'roles', verb: 'delete' },
    params: idParams,
    failures: { role_in_use: 409 },
    ok: { status: 200, schema: deletedTitle },
  },
  listPermissions: {
    method: 'GET',
    path: '/admin/permissions',
    summary: 'Lists permissions, newest first; `q` searches name, description and entity',
    access: 'staff',
    right: { entity: 'permissions', verb: 'read' },
    query: listQuery,
    ok: { status: 200, schema: pageOf(permission) },
  },
  getPermission: {
    method: 'GET',
    path: '/admin/permissions/:id',
    summary: 'Reads one permission',
    access: 'staff',
    right: { entity: 'permissions', verb: 'read' },
    ...ofPermission,
  },
  createPermission: {
    method: 'POST',
    path: '/admin/permissions',
    summary: 'Creates a permission',
    access: 'staff',
    proof: 'recent',
    right: { entity: 'permissions', verb: 'write' },
    body: permissionFields,
    failures: { beyond_own_rights: 403 },
    ok: { status: 201, schema: permission },
  },
  updatePermission: {
    method: 'PATCH',
    path: '/admin/permissions/:id',
    summary: 'Changes the given fields of a permission; it takes effect at once for everybody who has it',
    access: 'staff',
    proof: 'recent',
    right: { entity: 'permissions', verb: 'update' },
    body: permissionFields.partial(),
    ...ofPermission,
    failures: { beyond_own_rights: 403 },
  },
  deletePermission: {
    method: 'DELETE',
    path: '/admin/permissions/:id',
    summary: 'Deletes a permission that no role has',
    access: 'staff',
    right: { entity: 'permissions', verb: 'delete' },
    params: idParams,
    failures: { permission_in_use: 409 },
    ok: { status: 200, schema: deletedTitle },
  },
} as const satisfies Contract
