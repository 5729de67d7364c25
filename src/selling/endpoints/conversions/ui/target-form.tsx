import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { EditorDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { CheckRow } from '#web/kit/form/check-row.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useFields } from '#web/kit/form/use-fields.ts'
import { conversionsContract, type ConversionTarget, type TargetFields } from '../contract.ts'
import { targetsQuery } from './queries.ts'

const { body } = conversionsContract.connectTarget
const connecting = zodResolver<TargetFields, unknown, TargetFields>(body)
/** While a platform is edited, an empty secret keeps the current one. */
const editing = zodResolver<TargetFields, unknown, TargetFields>(body.extend({ secret: z.string() }))
const names = ['publicId', 'secret'] as const

type Props = { readonly isOpen: boolean; readonly onClose: () => void }

export function ConnectDialog({ isOpen, onClose }: Props) {
  const client = useQueryClient()
  return (
    <EditorDialog<TargetFields, TargetFields>
      isOpen={isOpen}
      onClose={onClose}
      title={t('Connect Google Analytics')}
      description={t(
        'From then on, each purchase and refund is sent from our servers. It contains its ID, amount and products, and nothing about the buyer.',
      )}
      label={t('Google Analytics')}
      submitLabel={t('Connect')}
      initial={{ publicId: '', secret: '', sendsRenewals: false }}
      resolver={connecting}
      names={names}
      failure={t('Google Analytics could not be connected')}
      onSave={async (fields) => {
        await call(conversionsContract.connectTarget, { body: fields })
        await client.invalidateQueries({ queryKey: targetsQuery.queryKey })
        toast.success(t('Google Analytics connected'))
        onClose()
        return null
      }}
    >
      <Fields hint={t('Under Admin › Data streams › your stream › Measurement Protocol API secrets.')} />
    </EditorDialog>
  )
}

export function EditTargetDialog({
  target: { id, name, publicId, sendsRenewals },
  isOpen,
  onClose,
}: Props & { readonly target: ConversionTarget }) {
  const client = useQueryClient()
  return (
    <EditorDialog<TargetFields, TargetFields>
      isOpen={isOpen}
      onClose={onClose}
      title={t('Edit {name}', { name })}
      description={t('Purchases that were refused are sent again with the new ID or secret.')}
      label={name}
      submitLabel={t('Save changes')}
      initial={{ publicId, secret: '', sendsRenewals }}
      resolver={editing}
      names={names}
      failure={t('The changes could not be saved')}
      onSave={async ({ secret, ...fields }) => {
        const changed = {
          sendsRenewals: fields.sendsRenewals,
          ...(fields.publicId !== publicId && { publicId: fields.publicId }),
          ...(secret.trim() !== '' && { secret }),
        }
        await call(conversionsContract.updateTarget, { params: { id }, body: changed })
        toast.success(t('Changes saved'))
        await client.invalidateQueries({ queryKey: targetsQuery.queryKey })
        onClose()
        return null
      }}
    >
      <Fields hint={t('Leave it empty to keep the current one.')} />
    </EditorDialog>
  )
}

function Fields({ hint }: { readonly hint: string }) {
  const { field, watch, change } = useFields<TargetFields>()
  const sendsRenewals = watch('sendsRenewals')
  return (
    <>
      <TextInput
        label={t('Measurement ID')}
        required
        maxLength={40}
        autoComplete="off"
        placeholder="G-AB12CD34EF"
        hint={t('Under Admin › Data streams › your stream.')}
        {...field('publicId')}
      />
      <TextInput
        label={t('API secret')}
        required
        type="password"
        maxLength={200}
        autoComplete="off"
        hint={hint}
        {...field('secret')}
      />
      <div className="-mx-2">
        <CheckRow
          label={t('Send renewals too')}
          hint={t('Otherwise only orders, one-time offers and refunds are sent.')}
          checked={sendsRenewals}
          onChange={() => change('sendsRenewals', !sendsRenewals)}
        />
      </div>
    </>
  )
}
