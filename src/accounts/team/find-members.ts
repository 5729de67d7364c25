import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { SellerEntity } from '#foundation/rights/entities.ts'

/** The members of a seller who can read these entities: the owner, and members whose role allows it. */
export async function listReadersOf(db: Kysely<Database>, sellerId: string, entity: SellerEntity) {
  return db
    .selectFrom('membersView as members')
    .innerJoin('usersView as users', 'users.id', 'members.userId')
    .select(['members.userId', 'members.isOwner', 'users.email'])
    .where('members.sellerId', '=', sellerId)
    .where((member) =>
      member.or([
        member('members.isOwner', '=', true),
        member.exists(
          member
            .selectFrom('rolePermissionsView as rolePermissions')
            .innerJoin('permissionsView as permissions', 'permissions.id', 'rolePermissions.permissionId')
            .select('permissions.id')
            .whereRef('rolePermissions.roleId', '=', 'members.roleId')
            .where('permissions.entity', '=', entity)
            .where('permissions.read', '=', true),
        ),
      ]),
    )
    .orderBy('members.userId')
    .execute()
}
