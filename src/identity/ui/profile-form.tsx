import { useState, type SubmitEvent } from 'react'
import { toast } from 'sonner'
import { z } from 'zod'
import { ApiError } from '#http/client.ts'
import { identityContract, type User } from '#identity/contract.ts'
import { profileMessages } from '#identity/messages.ts'
import { errorMessage } from '#shell/error-message.ts'
import { call, storeUser } from '#shell/session.ts'
import { Avatar } from '#shell/ui/avatar.tsx'
import { Button } from '#shell/ui/button.tsx'
import { TextInput } from '#shell/ui/text-input.tsx'

const names = z.object({ firstname: z.string(), lastName: z.string() })

export function ProfileForm({ user }: { readonly user: User }) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const body = names.parse(Object.fromEntries(new FormData(event.currentTarget)))
    setErrors({})
    setIsBusy(true)
    try {
      storeUser(await call(identityContract.updateUser, { params: { id: user.id }, body }))
      toast.success(profileMessages.edited)
    } catch (error) {
      setErrors(error instanceof ApiError ? error.errors : {})
      toast.error(errorMessage(error, profileMessages.editFailed))
    }
    setIsBusy(false)
  }

  return (
    <form
      noValidate
      aria-label="Profile"
      className="panel grid gap-5 p-6 sm:p-8"
      onSubmit={(event) => void submit(event)}
    >
      <div className="flex items-center gap-4">
        <Avatar user={user} />
        <div className="min-w-0">
          <h2 className="text-xl font-semibold">Profile</h2>
          <p className="break-all text-muted">{user.email}</p>
        </div>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput
          label="First name"
          name="firstname"
          autoComplete="given-name"
          maxLength={120}
          defaultValue={user.firstname}
          error={errors['firstname']}
        />
        <TextInput
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          maxLength={120}
          defaultValue={user.lastName}
          error={errors['lastName']}
        />
      </div>
      <Button type="submit" isBusy={isBusy} className="justify-self-start">
        Save profile
      </Button>
    </form>
  )
}
