import { useState } from 'react'
import { firstCharacter } from '#foundation/text/cut-text.ts'

/** The profile photo, or else the initial of the name or of the email address. */
export function Avatar({
  user,
  isLarge = false,
}: {
  readonly user: { readonly name: string; readonly email: string; readonly photo: string | null }
  readonly isLarge?: boolean
}) {
  const [failedPhoto, setFailedPhoto] = useState<string | null>(null)
  const size = isLarge ? 'size-20 text-3xl' : 'size-10'
  const look = `grid shrink-0 place-items-center rounded-full bg-brand-soft font-semibold text-brand uppercase ${size}`
  if (user.photo !== null && user.photo !== '' && user.photo !== failedPhoto) {
    return (
      <img
        src={`${user.photo}?w=320`}
        alt=""
        className={`object-cover ${look}`}
        onError={() => setFailedPhoto(user.photo)}
      />
    )
  }
  const source = user.name.trim() === '' ? user.email : user.name.trim()
  return (
    <span aria-hidden className={look}>
      {firstCharacter(source)}
    </span>
  )
}
