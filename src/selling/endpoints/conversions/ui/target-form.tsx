import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { z } from 'zod'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { EditorDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { CheckRow } from '#web/kit/form/check-row.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useFields } from '#web/kit/form/use-fields.ts'
import {
  conversionKinds,
  conversionsContract,
  type ConversionTarget,
  type TargetFields,
} from '../contract.ts'
import { platforms } from '../platforms.ts'
import { targetsQuery } from './queries.ts'

const { body } = conversionsContract.connectTarget
const connecting = zodResolver<TargetFields, unknown, TargetFields>(body.check(checkId))
/** While a platform is edited, an empty secret keeps the current one. */
const editing = zodResolver<TargetFields, unknown, TargetFields>(
  body.extend({ secret: z.string() }).check(checkId),
)
const names = ['kind', 'publicId', 'secret'] as const

/** What each platform calls its id and its secret, and where to find them. */
const words = {
  ga4: {
    id: msg('Measurement ID'),
    where: msg('Under Admin › Data streams › your stream.'),
    secret: msg('API secret'),
    whereSecret: msg('Under Admin › Data streams › your stream › Measurement Protocol API secrets.'),
    about: msg(
      'From then on, each purchase and refund is sent from our servers. It contains its ID, amount and products, and nothing about the buyer.',
    ),
  },
  meta: {
    id: msg('Dataset ID'),
    where: msg('In Events Manager, under your dataset’s Settings. It is also called pixel ID.'),
    secret: msg('Access token'),
    whereSecret: msg('In Events Manager, under Settings › Conversions API › Set up manually.'),
    about: msg(
      'Your payment pages then ask buyers whether Meta may learn of their order. Only orders of buyers who agree are sent.',
    ),
  },
  tiktok: {
    id: msg('Pixel ID'),
    where: msg('In Events Manager, next to your pixel’s name.'),
    secret: msg('Access token'),
    whereSecret: msg('In Events Manager, under your pixel’s Settings › Events API.'),
    about: msg(
      'Your payment pages then ask buyers whether TikTok may learn of their order. Only orders of buyers who agree are sent.',
    ),
  },
} as const satisfies Record<TargetFields['kind'], Record<string, Message>>

type Props = { readonly isOpen: boolean; readonly onClose: () => void }

export function ConnectDialog({ isOpen, onClose }: Props) {
  const client = useQueryClient()
  return (
    <EditorDialog<TargetFields, TargetFields>
      isOpen={isOpen}
      onClose={onClose}
      title={t('Connect an ad platform')}
      description={t('From then on, our servers send your purchases there.')}
      label={t('Ad platform')}
      submitLabel={t('Connect')}
      initial={{ kind: 'ga4', publicId: '', secret: '', sendsRenewals: false }}
      resolver={connecting}
      names={names}
      failure={t('The platform could not be connected')}
      onSave={async (fields) => {
        await call(conversionsContract.connectTarget, { body: fields })
        await client.invalidateQueries({ queryKey: targetsQuery.queryKey })
        toast.success(t('{name} connected', { name: platforms[fields.kind].name }))
        onClose()
        return null
      }}
    >
      <Fields />
    </EditorDialog>
  )
}

export function EditTargetDialog({
  target: { id, kind, name, publicId, sendsRenewals },
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
      initial={{ kind, publicId, secret: '', sendsRenewals }}
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

function Fields({ hint }: { readonly hint?: string }) {
  const { field, watch, change } = useFields<TargetFields>()
  const [kind, sendsRenewals] = [watch('kind'), watch('sendsRenewals')]
  const { id, where, secret, whereSecret, about } = words[kind]
  return (
    <>
      {hint === undefined && (
        <Select
          label={t('Platform')}
          required
          hint={say(about)}
          options={conversionKinds.map((value) => ({ value, label: platforms[value].name }))}
          {...field('kind')}
        />
      )}
      <TextInput
        label={say(id)}
        required
        maxLength={40}
        autoComplete="off"
        hint={say(where)}
        {...field('publicId')}
      />
      <TextInput
        label={say(secret)}
        required
        type="password"
        maxLength={500}
        autoComplete="off"
        hint={hint ?? say(whereSecret)}
        {...field('secret')}
      />
      {kind === 'ga4' && (
        <div className="-mx-2">
          <CheckRow
            label={t('Send renewals too')}
            hint={t('Otherwise only orders, one-time offers and refunds are sent.')}
            checked={sendsRenewals}
            onChange={() => change('sendsRenewals', !sendsRenewals)}
          />
        </div>
      )}
    </>
  )
}

/** The server checks the id again, but only after the person has confirmed who they are. */
function checkId({ value: { kind, publicId }, issues }: z.core.ParsePayload<TargetFields>): void {
  const { pattern, problem } = platforms[kind].id
  if (!pattern.test(publicId))
    issues.push({ code: 'custom', input: publicId, path: ['publicId'], message: say(problem) })
}
