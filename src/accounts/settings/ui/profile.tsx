import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import type { User } from '#accounts/identity/contract.ts'
import { profileMessages } from '#accounts/identity/messages.ts'
import { call, storeUser } from '#accounts/identity/ui/session.ts'
import { useSavingForm } from '#accounts/identity/ui/use-saving-form.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { SettingsForm } from '#web/kit/form/settings-form.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { checkPicture } from '#accounts/uploads/judge/check-picture.ts'
import { uploadMessages } from '#accounts/uploads/messages.ts'
import { uploadPicture } from '#accounts/uploads/ui/upload.ts'
import { SplitSection } from '#web/kit/layout/section.tsx'
import { Avatar } from '#web/kit/layout/avatar.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useOnce } from '#web/kit/browser/once.ts'
import { settingsContract, userChanges } from '../contract.ts'

const names = userChanges.pick({ name: true, firstname: true, lastName: true })

type Props = {
  readonly user: User
  /** After saving, people who are just getting started continue to their forms. */
  readonly goesToForms: boolean
}

export function ProfileForm({ user, goesToForms }: Props) {
  const navigate = useNavigate()
  const saving = useSavingForm(names, profileMessages.editFailed(), async (body) => {
    storeUser(await call(settingsContract.updateUser, { params: { id: user.id }, body }))
    toast.success(profileMessages.edited(), { id: profileMessages.edited() })
    if (goesToForms) await navigate('/forms')
    return false
  })
  const { errors, isDirty } = saving
  return (
    <SettingsForm
      {...saving}
      isDirty={isDirty || goesToForms}
      canDiscard={isDirty}
      label={t('Profile')}
      saveLabel={t('Save profile')}
    >
      <SplitSection
        title={t('Name and photo')}
        lead={t('Your team sees them. Buyers see your shop name instead.')}
      >
        <ProfilePhoto user={user} />
        <TextInput
          label={t('Name')}
          required
          name="name"
          autoComplete="name"
          maxLength={120}
          defaultValue={user.name}
          error={errors.name}
          hint={t('How you appear in the team and in the menu.')}
        />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-x-4 gap-y-5">
          <TextInput
            label={t('First name')}
            name="firstname"
            autoComplete="given-name"
            maxLength={120}
            defaultValue={user.firstname}
            error={errors.firstname}
          />
          <TextInput
            label={t('Last name')}
            name="lastName"
            autoComplete="family-name"
            maxLength={120}
            defaultValue={user.lastName}
            error={errors.lastName}
          />
        </div>
        <p className="-mt-3.5 text-sm text-muted">{t('Both optional, and shown only here.')}</p>
      </SplitSection>
    </SettingsForm>
  )
}

/** The picture in the user menu. It is saved as soon as it is chosen. */
function ProfilePhoto({ user }: { readonly user: User }) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState<'upload' | 'remove' | null>(null)
  const once = useOnce()

  async function upload(file: File): Promise<void> {
    const refusal = await checkPicture(file)
    if (refusal !== null) return void toast.error(refusal)
    setBusy('upload')
    // After a failed upload the previous picture stays, without a message, as for every picture.
    const photo = await uploadPicture({ file, type: 'divers' }).catch(() => null)
    if (photo !== null) await save(photo)
    setBusy(null)
  }

  async function remove(): Promise<void> {
    setBusy('remove')
    await save(null)
    setBusy(null)
  }

  async function save(photo: string | null): Promise<void> {
    try {
      storeUser(await call(settingsContract.updateUser, { params: { id: user.id }, body: { photo } }))
      toast.success(profileMessages.edited(), { id: profileMessages.edited() })
    } catch (error) {
      toast.error(errorMessage(error, profileMessages.editFailed()))
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Avatar user={user} isLarge />
      <div className="grid gap-2">
        <div className="flex flex-wrap gap-3">
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/gif,image/webp"
            aria-label={t('Photo')}
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => {
              const file = target.files?.[0]
              if (file !== undefined) void upload(file)
              target.value = ''
            }}
          />
          <Button
            variant="secondary"
            isBusy={busy === 'upload'}
            isWaiting={busy !== null}
            onClick={() => input.current?.click()}
          >
            <ImageUp aria-hidden className="size-5" />
            {busy === 'upload'
              ? uploadMessages.uploading()
              : user.photo === null
                ? t('Add a photo')
                : t('Replace photo')}
          </Button>
          {user.photo !== null && (
            <Button
              variant="secondary"
              aria-label={t('Remove photo')}
              isBusy={busy === 'remove'}
              isWaiting={busy !== null}
              onClick={() => void once(remove)}
            >
              {t('Remove')}
            </Button>
          )}
        </div>
        <p className="text-sm text-muted">{uploadMessages.pictureHint()}</p>
      </div>
    </div>
  )
}
