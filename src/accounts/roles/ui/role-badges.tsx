import type { PlatformRole } from '#foundation/http/contract/caller.ts'
import { Badge, type Tone } from '#web/kit/layout/badge.tsx'
import type { AdminUser } from '../contract.ts'

const tones: Readonly<Record<PlatformRole, Tone>> = {
  SuperAdmin: 'danger',
  Admin: 'warning',
  Partner: 'brand',
  Customer: 'neutral',
}

/** A user's platform role, whether their address is confirmed, and the roles that an Admin has. */
export function RoleBadges({ user }: { readonly user: Pick<AdminUser, 'role' | 'roles' | 'emailVerified'> }) {
  return (
    <>
      <Badge tone={tones[user.role]}>{user.role}</Badge>
      {!user.emailVerified && <Badge tone="warning">Address not confirmed</Badge>}
      {user.roles.map(({ id, name }) => (
        <Badge key={id}>{name}</Badge>
      ))}
    </>
  )
}
