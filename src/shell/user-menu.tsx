import { LogOut, Scale, UserRound } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { User } from '#identity/contract.ts'
import { signOut } from './session.ts'
import { Avatar } from './ui/avatar.tsx'
import { Menu } from './ui/menu.tsx'

export function UserMenu({ user }: { readonly user: User }) {
  const navigate = useNavigate()
  const heading = (
    <div className="mb-1.5 border-b border-line px-3 pt-2 pb-3">
      {user.name.trim() !== '' && <p className="font-medium">{user.name}</p>}
      <p className="text-sm break-all text-muted">{user.email}</p>
    </div>
  )
  return (
    <Menu
      label="User menu"
      className="hidden md:block"
      trigger={<Avatar user={user} />}
      heading={heading}
      items={[
        {
          label: 'Profile',
          icon: <UserRound aria-hidden className="size-4.5" />,
          onSelect: () => void navigate('/settings'),
        },
        ...(user.role === 'SuperAdmin'
          ? [
              {
                label: 'Books',
                icon: <Scale aria-hidden className="size-4.5" />,
                onSelect: () => void navigate('/admin/books'),
              },
            ]
          : []),
        {
          label: 'Logout',
          icon: <LogOut aria-hidden className="size-4.5" />,
          onSelect: () => void signOut(),
        },
      ]}
    />
  )
}
