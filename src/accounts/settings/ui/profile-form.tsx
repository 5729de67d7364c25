import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import type { User } from '#accounts/identity/contract.ts'
import { profileMessages } from '#accounts/identity/messages.ts'
import { call, storeUser } from '#accounts/identity/ui/session.ts'
import { useSavingForm } from '#accounts/identity/ui/use-saving-form.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { settingsContract, userChanges } from '../contract.ts'

const names = userChanges.pick({ name: true, firstname: true, lastName: true })

type Props = {
  readonly user: User
  /** Leads to the forms once it is saved, for who came here from the beginning of things. */
  readonly goesToForms: boolean
}

export function ProfileForm({ user, goesToForms }: Props) {
  const navigate = useNavigate()
  const { form, errors, isBusy, onSubmit } = useSavingForm(
    names,
    profileMessages.editFailed,
    async (body) => {
      storeUser(await call(settingsContract.updateUser, { params: { id: user.id }, body }))
      toast.success(profileMessages.edited, { id: profileMessages.edited })
      if (goesToForms) await navigate('/forms')
      return false
    },
  )
  return (
    <form ref={form} noValidate onSubmit={onSubmit} aria-label="Profile" className="grid gap-5">
      {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
      <TextInput
        label="Name"
        required
        name="name"
        autoComplete="name"
        maxLength={120}
        hint="Your own name. Buyers see the name of your shop, below."
        defaultValue={user.name}
        error={errors.name}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput
          label="First name"
          name="firstname"
          autoComplete="given-name"
          maxLength={120}
          defaultValue={user.firstname}
          error={errors.firstname}
        />
        <TextInput
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          maxLength={120}
          defaultValue={user.lastName}
          error={errors.lastName}
        />
      </div>
      <Button type="submit" isBusy={isBusy} className="justify-self-start">
        Save profile
      </Button>
    </form>
  )
}
