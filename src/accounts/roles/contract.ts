import { z } from 'zod'
import { platformRoles } from '#foundation/http/contract/caller.ts'
import {
  deletedTitle,
  idParams,
  listQuery,
  sellerListQuery,
  type Contract,
} from '#foundation/http/contract/contract.ts'
import { admissionsTo, resourceRoutes } from '#foundation/http/contract/resource.ts'
import { entities } from '#foundation/rights/entities.ts'
import { requiredLine, text, uuid, whenMissing } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { suspension } from '#accounts/suspensions/contract.ts'
import { roleMessages } from './messages.ts'

const required = roleMessages.required
const requiredWords = (maximum: number) => text(maximum, required).trim().min(1, { error: required })
const state = z.boolean({ error: whenMissing(required) })

/** The body of `POST /admin/permissions`, with the actions allowed on one entity. */
export const permissionFields = z.object({
  name: requiredLine(120, required),
  description: requiredWords(10_000),
  entity: z.enum(entities, {
    error: ({ input }) =>
      input === undefined || input === '' || input === null ? required() : messages.choice(),
  }),
  Read: state,
  Write: state,
  Update: state,
  Delete: state,
})
export type PermissionFields = z.output<typeof permissionFields>

export const permission = permissionFields.extend({ id: uuid })
export type Permission = z.output<typeof permission>

/** All fields of a role, as in its editor. */
export const givenRole = z.object({
  name: requiredLine(120, required),
  description: requiredWords(10_000),
  permissions: z.array(uuid, { error: whenMissing(required) }).max(200),
  forTeams: state,
})

/**
 * The body of `POST /admin/roles`. `permissions` are ids. A role `forTeams` can be given to members of a shop's team.
 */
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
export type Role = z.output<typeof role>

const roleName = z.object({ id: uuid, name: z.string() })

export const adminUser = z.object({
  id: uuid,
  email: z.string(),
  name: z.string(),
  /** Whether the person has confirmed this email address, which platform roles require. */
  emailVerified: z.boolean(),
  role: z.enum(platformRoles),
  /** The roles that define an Admin's rights. */
  roles: z.array(roleName),
  /** The user's shop, or null if they have none at the moment. */
  seller: z.object({ id: uuid, name: z.string(), isOwner: z.boolean() }).nullable(),
  createdAt: z.string(),
})
export type AdminUser = z.output<typeof adminUser>

const userUpdate = z.object({
  role: z.enum(platformRoles, { error: messages.choice }).optional(),
  roles: z.array(uuid).max(50).optional(),
})

/** The caller's rights, for display in the browser. The API checks them again on every call. */
const ownRights = z.object({
  role: z.enum(platformRoles),
  isOwner: z.boolean(),
  /** Other sellers' data is closed to the person until they have set up a second factor. */
  lacksSecondFactor: z.boolean(),
  /** Each as `entity.verb`. */
  rights: z.array(z.string()),
  /** Why the person's shop is suspended, or null if it is not. */
  suspension: suspension.nullable(),
  /** The name of the shop's time zone, or null to use each device's own. */
  timeZone: z.string().nullable(),
})

const users = resourceRoutes('/admin/users', admissionsTo('staff', 'users'))
const roles = resourceRoutes('/admin/roles', admissionsTo('staff', 'roles'))
const permissions = resourceRoutes('/admin/permissions', admissionsTo('staff', 'permissions'))

export const rolesContract = {
  readRights: {
    method: 'GET',
    path: '/rights',
    summary: 'Reads the caller’s rights in their shop and on the platform, and the shop’s time zone',
    access: 'signed-in',
    right: null,
    ok: { status: 200, schema: ownRights },
  },
  listUsers: users.list(
    'Lists users, newest first; `q` searches name and email, `role` and `user` filter the list',
    sellerListQuery,
    adminUser,
  ),
  getAnyUser: users.read('Reads one user', adminUser),
  changeUser: {
    method: 'PATCH',
    path: '/admin/users/:id',
    summary: 'Gives a user a platform role, and an Admin the roles that define their rights',
    access: 'super-admin',
    proof: 'recent',
    params: idParams,
    body: userUpdate,
    failures: { last_super_admin: 409, address_unconfirmed: 409 },
    ok: { status: 200, schema: adminUser },
  },
  listRoles: roles.list('Lists roles, newest first; `q` searches name and description', listQuery, role),
  getRole: roles.read('Reads one role', role),
  createRole: {
    ...roles.create('Creates a role', roleFields, role),
    proof: 'recent',
    failures: { beyond_own_rights: 403 },
  },
  updateRole: {
    ...roles.update(
      'Changes the given fields of a role; it takes effect immediately for everyone who has it',
      givenRole.partial(),
      role,
    ),
    proof: 'recent',
    failures: { beyond_own_rights: 403 },
  },
  deleteRole: {
    ...roles.remove('Deletes an unused role', deletedTitle),
    failures: { role_in_use: 409 },
  },
  listPermissions: permissions.list(
    'Lists permissions, newest first; `q` searches name, description and entity',
    listQuery,
    permission,
  ),
  getPermission: permissions.read('Reads one permission', permission),
  createPermission: {
    ...permissions.create('Creates a permission', permissionFields, permission),
    proof: 'recent',
    failures: { beyond_own_rights: 403 },
  },
  updatePermission: {
    ...permissions.update(
      'Changes the given fields of a permission; it takes effect immediately for everyone who has it',
      permissionFields.partial(),
      permission,
    ),
    proof: 'recent',
    failures: { beyond_own_rights: 403 },
  },
  deletePermission: {
    ...permissions.remove('Deletes an unused permission', deletedTitle),
    failures: { permission_in_use: 409 },
  },
} as const satisfies Contract
