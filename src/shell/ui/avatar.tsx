import { useState } from 'react'
import type { User } from '#identity/contract.ts'

/** The profile photo, else the initial of the name, else that of the e-mail address. */
export function Avatar({ user }: { readonly user: Pick<User, 'name' | 'email' | 'photo'> }) {
  const [failedPhoto, setFailedPhoto] = useState<string | null>(null)
  const look = 'grid size-10 place-items-center rounded-full bg-brand-soft font-semibold text-brand uppercase'
  if (user.photo !== null && user.photo !== '' && user.photo !== failedPhoto) {
    return (
      <img
        src={user.photo}
        alt=""
        className={`object-cover ${look}`}
        onError={() => setFailedPhoto(user.photo)}
      />
    )
  }
  const source = user.name.trim() === '' ? user.email : user.name.trim()
  return (
    <span aria-hidden className={look}>
      {Array.from(source)[0]}
    </span>
  )
}
