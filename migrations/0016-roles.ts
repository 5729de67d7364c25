import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Roles as bundles of permissions, for Admins and for the members of a seller's team; invitations into a team or into
 * the Partner role; and the log of who changed what for whom.
 */
export const roles: Migration = {
  async up(db) {
    await rolesAndPermissions(db)
    await members(db)
    await invitations(db)
    await auditLog(db)
    await firstRoles(db)
  },
}

async function rolesAndPermissions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table permissions (
      id uuid primary key,
      name text not null,
      description text not null,
      entity text not null,
      read boolean not null,
      write boolean not null,
      update boolean not null,
      delete boolean not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create unique index permissions_by_name on permissions (lower(name))`.execute(db)
  await sql`
    create table roles (
      id uuid primary key,
      name text not null,
      description text not null,
      for_teams boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create unique index roles_by_name on roles (lower(name))`.execute(db)
  await sql`
    create table role_permissions (
      role_id uuid not null references roles on delete cascade,
      permission_id uuid not null references permissions,
      primary key (role_id, permission_id)
    )`.execute(db)
  await sql`create index role_permissions_of_permission on role_permissions (permission_id)`.execute(db)
  await sql`
    create table user_roles (
      user_id uuid not null references users on delete cascade,
      role_id uuid not null references roles,
      primary key (user_id, role_id)
    )`.execute(db)
  await sql`create index user_roles_of_role on user_roles (role_id)`.execute(db)
}

async function members(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table members
      add column is_owner boolean not null default true,
      add column role_id uuid references roles,
      add check (is_owner or role_id is not null)`.execute(db)
  await sql`create unique index owner_of_seller on members (seller_id) where is_owner`.execute(db)
  await sql`create index members_of_role on members (role_id) where role_id is not null`.execute(db)
}

async function invitations(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitations (
      id uuid primary key,
      kind text not null check (kind in ('team', 'partner')),
      seller_id uuid references sellers,
      role_id uuid references roles,
      email text not null check (length(email) <= 128),
      token_hash text not null unique,
      issue integer not null default 1,
      invited_by uuid references users on delete set null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      accepted_at timestamptz,
      accepted_by uuid references users on delete set null,
      check ((kind = 'team') = (seller_id is not null and role_id is not null))
    )`.execute(db)
  await sql`
    create unique index open_invitations on invitations (kind, seller_id, email) nulls not distinct
      where accepted_at is null`.execute(db)
  await sql`create index invitations_of_role on invitations (role_id) where role_id is not null`.execute(db)
}

async function auditLog(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_log (
      id uuid primary key,
      at timestamptz not null,
      actor_id uuid references users on delete set null,
      action text not null,
      subject_id text,
      user_id uuid references users on delete set null,
      seller_id uuid references sellers,
      before text,
      after text,
      status integer
    )`.execute(db)
  await sql`create index audit_log_of_seller on audit_log (seller_id, id desc)`.execute(db)
}

type Verbs = {
  readonly read?: boolean
  readonly write?: boolean
  readonly update?: boolean
  readonly delete?: boolean
}

const reading: Verbs = { read: true }
const managing: Verbs = { read: true, write: true, update: true, delete: true }

const names: Readonly<Record<string, string>> = {
  forms: 'Forms',
  timers: 'Timers',
  bumps: 'Bumps',
  offers: 'One-time offers',
  taxes: 'Taxes',
  sales: 'Sales',
  refunds: 'Refunds',
  files: 'Files',
  billing: 'Billing',
  team: 'Team',
}
const products = ['forms', 'timers', 'bumps', 'offers', 'taxes', 'files']
const everything = Object.keys(names)

/** The roles that a team can be given at once; they can be changed like any other. */
async function firstRoles(db: Kysely<unknown>): Promise<void> {
  for (const entity of everything) {
    const name = names[entity] ?? entity
    await insertPermission(db, `${name}: read`, `See ${name.toLowerCase()}`, entity, reading)
    await insertPermission(
      db,
      `${name}: manage`,
      `See, create, change and delete ${name.toLowerCase()}`,
      entity,
      managing,
    )
  }
  await insertRole(db, 'Manager', 'Everything except billing and the team', [
    ...everything
      .filter((entity) => entity !== 'billing' && entity !== 'team')
      .map((entity) => managePermission(entity)),
    readPermission('billing'),
    readPermission('team'),
  ])
  await insertRole(
    db,
    'Editor',
    'Builds forms, bumps, offers, taxes and timers',
    products.map(managePermission),
  )
  await insertRole(db, 'Customer care', 'Looks after sales and refunds', [
    managePermission('sales'),
    managePermission('refunds'),
    readPermission('forms'),
  ])
  await insertRole(
    db,
    'Viewer',
    'Sees everything and changes nothing',
    everything.filter((entity) => entity !== 'billing').map(readPermission),
  )
}

const readPermission = (entity: string) => `${names[entity] ?? entity}: read`
const managePermission = (entity: string) => `${names[entity] ?? entity}: manage`

async function insertPermission(
  db: Kysely<unknown>,
  name: string,
  description: string,
  entity: string,
  verbs: Verbs,
): Promise<void> {
  await sql`
    insert into permissions (id, name, description, entity, read, write, update, delete)
    values (gen_random_uuid(), ${name}, ${description}, ${entity}, ${verbs.read ?? false}, ${verbs.write ?? false},
      ${verbs.update ?? false}, ${verbs.delete ?? false})`.execute(db)
}

async function insertRole(
  db: Kysely<unknown>,
  name: string,
  description: string,
  permissions: readonly string[],
): Promise<void> {
  await sql`
    with role as (
      insert into roles (id, name, description, for_teams)
      values (gen_random_uuid(), ${name}, ${description}, true) returning id
    )
    insert into role_permissions (role_id, permission_id)
    select role.id, permissions.id from role, permissions where permissions.name in (${sql.join(permissions)})`.execute(
    db,
  )
}
