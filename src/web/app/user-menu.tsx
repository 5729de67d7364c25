import { LogOut, Settings, ShieldCheck, UserRound, Users } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { t } from '#foundation/language/t.ts'
import type { User } from '#accounts/identity/contract.ts'
import { signOut } from '#accounts/identity/ui/session.ts'
import { useAdminAreas } from '#accounts/roles/ui/admin-areas.ts'
import { Avatar } from '#web/kit/layout/avatar.tsx'
import { Menu } from '#web/kit/dialog/menu.tsx'

export function UserMenu({ user }: { readonly user: User }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isIn = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  const platform = useAdminAreas()[0]?.to
  const heading = (
    <div className="mb-1.5 border-b border-line px-3 pt-2 pb-3">
      {user.name.trim() !== '' && <p className="font-medium">{user.name}</p>}
      <p translate="no" className="text-sm break-all text-muted">
        {user.email}
      </p>
    </div>
  )
  return (
    <Menu
      label={t('User menu')}
      className="hidden md:block"
      isCurrent={isIn('/settings') || isIn('/team')}
      trigger={<Avatar user={user} />}
      heading={heading}
      items={[
        {
          label: t('Profile'),
          icon: <UserRound aria-hidden className="size-4.5" />,
          isCurrent: pathname === '/settings',
          onSelect: () => void navigate('/settings'),
        },
        {
          label: t('Settings'),
          icon: <Settings aria-hidden className="size-4.5" />,
          isCurrent: pathname !== '/settings' && isIn('/settings'),
          onSelect: () => void navigate('/settings/shop'),
        },
        {
          label: t('Team'),
          icon: <Users aria-hidden className="size-4.5" />,
          isCurrent: isIn('/team'),
          onSelect: () => void navigate('/team'),
        },
        ...(platform === undefined
          ? []
          : [
              {
                label: t('Administration'),
                icon: <ShieldCheck aria-hidden className="size-4.5" />,
                onSelect: () => void navigate(platform),
              },
            ]),
        {
          label: t('Logout'),
          icon: <LogOut aria-hidden className="size-4.5" />,
          onSelect: () => void signOut(),
        },
      ]}
    />
  )
}
