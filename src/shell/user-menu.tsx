import { LogOut, UserRound } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { User } from '#identity/contract.ts'
import { signOut } from './session.ts'
import { Avatar } from './ui/avatar.tsx'
import { Menu, MenuItem } from './ui/menu.tsx'

export function UserMenu({ user }: { readonly user: User }) {
  const navigate = useNavigate()
  const trigger = (
    <button type="button" aria-label="User menu" className="hidden rounded-full p-0.5 md:block">
      <Avatar user={user} />
    </button>
  )
  return (
    <Menu trigger={trigger}>
      <div className="border-b border-line px-3 pt-2 pb-3">
        {user.name.trim() !== '' && <p className="font-medium">{user.name}</p>}
        <p className="text-sm break-all text-muted">{user.email}</p>
      </div>
      <div className="pt-1.5">
        <MenuItem onSelect={() => void navigate('/settings')}>
          <UserRound aria-hidden className="size-4.5" />
          Profile
        </MenuItem>
        <MenuItem onSelect={() => void signOut()}>
          <LogOut aria-hidden className="size-4.5" />
          Logout
        </MenuItem>
      </div>
    </Menu>
  )
}
