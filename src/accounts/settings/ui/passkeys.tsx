import { useQueryClient } from '@tanstack/react-query'
import { KeyRound, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { profileMessages } from '#accounts/identity/messages.ts'
import { type Passkey, securityContract } from '#accounts/identity/security-contract.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { rightsQuery } from '#accounts/roles/ui/queries.ts'
import { Button, IconButton } from '#web/kit/layout/button.tsx'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useOnce } from '#web/kit/browser/once.ts'
import { Section } from '#web/kit/layout/section.tsx'
import { Day } from '#web/kit/layout/when.tsx'
import type { CreationOptions } from '#accounts/identity/passkeys/passkey-wire.ts'
import { PasswordInput } from '#accounts/identity/ui/inputs.tsx'
import { useSavingForm } from '#accounts/identity/ui/use-saving-form.ts'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { signInWaysQuery } from './queries.ts'

type Props = { readonly hasPassword: boolean; readonly passkeys: readonly Passkey[] }

type Open = { readonly kind: 'add' } | { readonly kind: 'name' | 'remove'; readonly passkey: Passkey }

export function Passkeys({ hasPassword, passkeys }: Props) {
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const once = useOnce()
  const close = () => setOpen(null)

  async function finish(text: string): Promise<void> {
    await Promise.all([queries.invalidateQueries(signInWaysQuery), queries.invalidateQueries(rightsQuery)])
    close()
    toast.success(text)
  }

  async function remove({ id }: Passkey): Promise<void> {
    setIsBusy(true)
    try {
      const { name } = await call(securityContract.removePasskey, { params: { id } })
      await finish(t('{name} has been removed', { name }))
    } catch (error) {
      toast.error(errorMessage(error, profileMessages.failed()))
    }
    setIsBusy(false)
  }

  return (
    <Section
      title={t('Passkeys')}
      lead={t(
        'Sign in with your fingerprint, face or device PIN. There is nothing to remember and nothing to steal.',
      )}
      action={
        <Button variant="secondary" onClick={() => setOpen({ kind: 'add' })}>
          {t('Add a passkey')}
        </Button>
      }
    >
      {passkeys.length > 0 && (
        <ul aria-label={t('Passkeys')} className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex items-center gap-3 py-3 first:pt-0">
              <KeyRound aria-hidden className="size-5 shrink-0 text-brand" />
              <div className="min-w-0 flex-1">
                <p className="font-medium break-words">{passkey.name}</p>
                <p className="text-sm text-muted">
                  {passkey.lastUsedAt === null
                    ? rich('Added {added}', { added: <Day at={passkey.createdAt} /> })
                    : rich('Added {added}, last used {used}', {
                        added: <Day at={passkey.createdAt} />,
                        used: <Day at={passkey.lastUsedAt} />,
                      })}
                </p>
              </div>
              <IconButton
                label={t('Rename {name}', { name: passkey.name })}
                onClick={() => setOpen({ kind: 'name', passkey })}
              >
                <Pencil aria-hidden className="size-4.5" />
              </IconButton>
              <IconButton
                label={t('Remove {name}', { name: passkey.name })}
                onClick={() => setOpen({ kind: 'remove', passkey })}
              >
                <Trash2 aria-hidden className="size-4.5" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {open?.kind === 'add' && (
        <AddPasskey
          hasPassword={hasPassword}
          onClose={close}
          onAdded={() => finish(t('Your passkey has been added'))}
        />
      )}
      {open?.kind === 'name' && (
        <NamePasskey
          passkey={open.passkey}
          onClose={close}
          onNamed={() => finish(t('Your passkey has been renamed'))}
        />
      )}
      <ConfirmDialog
        isOpen={open?.kind === 'remove'}
        title={t('Remove passkey')}
        question={t('{name} will no longer sign you in. Delete it from your device as well.', {
          name: open?.kind === 'remove' ? open.passkey.name : '',
        })}
        confirmLabel={t('Remove')}
        isDangerous
        isBusy={isBusy}
        onCancel={close}
        onConfirm={() => {
          if (open?.kind === 'remove') void once(() => remove(open.passkey))
        }}
      />
    </Section>
  )
}

type AddProps = {
  readonly hasPassword: boolean
  readonly onAdded: () => Promise<void>
  readonly onClose: () => void
}

const typed = securityContract.addPasskey.body
  .pick({ name: true })
  .extend(securityContract.beginPasskey.body.shape)

function AddPasskey({ hasPassword, onAdded, onClose }: AddProps) {
  const [problem, setProblem] = useState<string>()
  const { form, errors, isBusy, onSubmit } = useSavingForm(
    typed,
    profileMessages.failed(),
    async ({ name, password }) => {
      setProblem(undefined)
      const body = password === undefined ? {} : { password }
      const optionsJSON = await call(securityContract.beginPasskey, { body })
      const response = await create(optionsJSON)
      if (response === undefined) {
        setProblem(t('We could not create a passkey. Try again or use another device.'))
        return false
      }
      await call(securityContract.addPasskey, { body: { name, response } })
      await onAdded()
      return false
    },
  )
  return (
    <Dialog
      isOpen
      title={t('Add a passkey')}
      description={t('Your device asks you to confirm with your fingerprint, face or PIN.')}
      onClose={onClose}
    >
      <form ref={form} noValidate onSubmit={onSubmit} aria-label={t('Add a passkey')} className="grid gap-5">
        {(problem ?? errors.server) !== undefined && (
          <Notice tone="danger">{problem ?? errors.server}</Notice>
        )}
        <TextInput
          label={t('Name')}
          required
          name="name"
          maxLength={60}
          hint={t('A name you will recognize, such as this device.')}
          error={errors.name}
        />
        {hasPassword && (
          <PasswordInput label={t('Your password')} autoComplete="current-password" error={errors.password} />
        )}
        <DialogActions label={t('Continue')} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** Undefined if the person or the browser canceled the passkey. */
async function create(optionsJSON: CreationOptions) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON }).catch(() => undefined)
}

type NameProps = {
  readonly passkey: Passkey
  readonly onNamed: () => Promise<void>
  readonly onClose: () => void
}

function NamePasskey({ passkey: { id, name }, onNamed, onClose }: NameProps) {
  const { form, errors, isBusy, onSubmit } = useSavingForm(
    securityContract.renamePasskey.body,
    profileMessages.failed(),
    async (body) => {
      await call(securityContract.renamePasskey, { params: { id }, body })
      await onNamed()
      return false
    },
  )
  return (
    <Dialog isOpen title={t('Rename passkey')} onClose={onClose}>
      <form ref={form} noValidate onSubmit={onSubmit} aria-label={t('Rename passkey')} className="grid gap-5">
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        <TextInput
          label={t('Name')}
          required
          name="name"
          maxLength={60}
          defaultValue={name}
          error={errors.name}
        />
        <DialogActions label={t('Save')} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
