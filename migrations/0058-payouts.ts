import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Who may see what is paid out. By a role that came with the product that is whoever sees sales and billing; a team's own
 * roles keep what they say.
 */
export const payouts: Migration = {
  async up(db) {
    await sql`
      insert into permissions (id, name, description, entity, read, write, update, delete)
      values (gen_random_uuid(), 'Payouts: read', 'See payouts and the balance', 'payouts', true, false, false, false)
      on conflict do nothing`.execute(db)
    await sql`
      insert into role_permissions (role_id, permission_id)
      select roles.id, added.id
      from permissions added, roles
      where added.name = 'Payouts: read' and added.entity = 'payouts' and roles.name = 'Manager'
        and exists (
          select from role_permissions held join permissions on permissions.id = held.permission_id
          where held.role_id = roles.id and permissions.name = 'Billing: read'
        )
      on conflict do nothing`.execute(db)
  },
}
