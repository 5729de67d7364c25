import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { readWhole } from '#foundation/typed/read-number.ts'
import { CsvFormatField, useCsvFormat } from '#web/kit/list/export-csv.tsx'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { EditorDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useFields } from '#web/kit/form/use-fields.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { codeHint } from '#selling/coupons/code-text.ts'
import { type CouponCode, couponsContract } from '../contract.ts'
import { saveCodes } from './codes-csv.ts'

type DialogProps = { readonly couponId: string; readonly isOpen: boolean; readonly onClose: () => void }

type CodeValues = { code: string; label: string; maxRedemptions: string }
const one = couponsContract.createCode.body
const typedCode = z.object({
  code: one.shape.code,
  label: one.shape.label.unwrap(),
  maxRedemptions: z.preprocess((typed: string) => readWhole(typed), one.shape.maxRedemptions.unwrap()),
})

/** Adds a code, such as for a partner. */
export function AddCodeDialog({ couponId, isOpen, onClose }: DialogProps) {
  const queryClient = useQueryClient()
  return (
    <EditorDialog<CodeValues, z.output<typeof one>>
      isOpen={isOpen}
      onClose={onClose}
      title={t('Add a code')}
      description={t('It gives the same discount. Sales show which code was used.')}
      label={t('Code')}
      submitLabel={t('Add code')}
      initial={{ code: '', label: '', maxRedemptions: '' }}
      resolver={zodResolver<CodeValues, unknown, z.output<typeof one>>(typedCode)}
      names={['code', 'label', 'maxRedemptions']}
      failure={t('The code could not be added')}
      onSave={async (body) => {
        const { code } = await call(couponsContract.createCode, { params: { id: couponId }, body })
        toast.success(t('{code} added', { code }))
        await queryClient.invalidateQueries({ queryKey: ['coupons'] })
        onClose()
        return null
      }}
    >
      <CodeFields />
    </EditorDialog>
  )
}

function CodeFields() {
  const { field, watch } = useFields<CodeValues>()
  return (
    <>
      <TextInput
        label={t('Code')}
        required
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={codeHint(watch('code'))}
        {...field('code')}
      />
      <TextInput
        label={t('Label')}
        maxLength={120}
        placeholder={t('Ada’s YouTube channel')}
        hint={t('Buyers do not see it.')}
        {...field('label')}
      />
      <TextInput
        label={t('Total uses')}
        inputMode="numeric"
        autoComplete="off"
        hint={t('For this code only. Leave empty to use the coupon’s limit.')}
        {...field('maxRedemptions')}
      />
    </>
  )
}

type BatchValues = { count: string; prefix: string; label: string }
const many = couponsContract.createCodes.body
const typedBatch = z.object({
  count: z.preprocess((typed: string) => readWhole(typed), many.shape.count),
  prefix: many.shape.prefix.unwrap(),
  label: many.shape.label.unwrap(),
  maxRedemptions: many.shape.maxRedemptions,
})

/** Creates single-use codes and downloads them as a file. */
export function BatchDialog({ couponId, isOpen, onClose }: DialogProps) {
  const queryClient = useQueryClient()
  const choice = useCsvFormat()
  return (
    <EditorDialog<BatchValues, z.output<typeof many>>
      isOpen={isOpen}
      onClose={onClose}
      title={t('Create single-use codes')}
      description={t('Each code works once and is hard to guess. You get a CSV file.')}
      label={t('Single-use codes')}
      submitLabel={t('Create codes')}
      initial={{ count: '100', prefix: '', label: '' }}
      resolver={zodResolver<BatchValues, unknown, z.output<typeof many>>(typedBatch)}
      names={['count', 'prefix', 'label']}
      failure={t('The codes could not be created')}
      onSave={async (body) => {
        const { codes } = await call(couponsContract.createCodes, { params: { id: couponId }, body })
        const { label, maxRedemptions } = body
        saveCodes(
          codes.map((code) => ({ code, label, maxRedemptions, taken: 0 })),
          choice.format,
        )
        toast.success(t('{count, plural, one {# code} other {# codes}} created', { count: codes.length }))
        await queryClient.invalidateQueries({ queryKey: ['coupons'] })
        onClose()
        return null
      }}
    >
      <BatchFields />
      <CsvFormatField choice={choice} />
    </EditorDialog>
  )
}

function BatchFields() {
  const { field } = useFields<BatchValues>()
  return (
    <>
      <TextInput
        label={t('How many')}
        required
        inputMode="numeric"
        autoComplete="off"
        hint={t('Up to 1,000 at a time.')}
        {...field('count')}
      />
      <TextInput
        label={t('Prefix')}
        maxLength={20}
        placeholder="VIP-"
        autoComplete="off"
        spellCheck={false}
        {...field('prefix')}
      />
      <TextInput label={t('Label')} maxLength={120} hint={t('Buyers do not see it.')} {...field('label')} />
    </>
  )
}

type DeleteCodeProps = {
  readonly couponId: string
  readonly code: CouponCode | null
  readonly onClose: () => void
}

export function DeleteCode({ couponId, code, onClose }: DeleteCodeProps) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useWrite({
    mutationFn: (codeId: string) => call(couponsContract.deleteCode, { params: { id: couponId, codeId } }),
    onSuccess: async ({ code: gone }) => {
      toast.success(t('{code} deleted', { code: gone }))
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['coupons'] })
    },
    onError: (error) => toast.error(errorMessage(error, t('The code could not be deleted'))),
  })
  return (
    <ConfirmDialog
      isOpen={code !== null}
      title={t('Delete code')}
      question={t('Delete {code}? No one will be able to use it. Past sales are not affected.', {
        code: code?.code ?? '',
      })}
      confirmLabel={t('Delete')}
      isDangerous
      isBusy={isPending}
      onConfirm={() => {
        if (code !== null) mutate(code.id)
      }}
      onCancel={onClose}
    />
  )
}
