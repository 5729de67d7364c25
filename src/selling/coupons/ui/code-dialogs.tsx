import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { z } from 'zod'
import { call } from '#accounts/identity/ui/session.ts'
import { readWhole } from '#foundation/typed/read-number.ts'
import { CsvFormatField, useCsvFormat } from '#web/kit/list/export-csv.tsx'
import { EditorDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useFields } from '#web/kit/form/use-fields.ts'
import { codeHint } from '#selling/coupons/code-text.ts'
import { couponsContract } from '../contract.ts'
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
      title="Add a code"
      description="It does what the coupon does. Sales say which code brought them."
      label="Code"
      submitLabel="Add code"
      initial={{ code: '', label: '', maxRedemptions: '' }}
      resolver={zodResolver<CodeValues, unknown, z.output<typeof one>>(typedCode)}
      names={['code', 'label', 'maxRedemptions']}
      failure="The code could not be added"
      onSave={async (body) => {
        const { code } = await call(couponsContract.createCode, { params: { id: couponId }, body })
        toast.success(`${code} added`)
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
        label="Code"
        required
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={codeHint(watch('code'))}
        {...field('code')}
      />
      <TextInput
        label="Who it is for"
        maxLength={120}
        placeholder="Ada’s channel"
        hint="Buyers do not see it."
        {...field('label')}
      />
      <TextInput
        label="Uses in total"
        inputMode="numeric"
        autoComplete="off"
        hint="For this code alone. Leave empty to have only the limit of the coupon."
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

/** Makes codes that are good once each, and gives them to the seller as a file. */
export function BatchDialog({ couponId, isOpen, onClose }: DialogProps) {
  const queryClient = useQueryClient()
  const choice = useCsvFormat()
  return (
    <EditorDialog<BatchValues, z.output<typeof many>>
      isOpen={isOpen}
      onClose={onClose}
      title="Make one-time codes"
      description="Each is good for one purchase, and nobody can guess it. You get them as a CSV file."
      label="One-time codes"
      submitLabel="Make codes"
      initial={{ count: '100', prefix: '', label: '' }}
      resolver={zodResolver<BatchValues, unknown, z.output<typeof many>>(typedBatch)}
      names={['count', 'prefix', 'label']}
      failure="The codes could not be made"
      onSave={async (body) => {
        const { codes } = await call(couponsContract.createCodes, { params: { id: couponId }, body })
        const { label, maxRedemptions } = body
        saveCodes(
          codes.map((code) => ({ code, label, maxRedemptions, taken: 0 })),
          choice.format,
        )
        toast.success(codes.length === 1 ? '1 code made' : `${codes.length} codes made`)
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
        label="How many"
        required
        inputMode="numeric"
        autoComplete="off"
        hint="At most 1,000 at once."
        {...field('count')}
      />
      <TextInput
        label="Each begins with"
        maxLength={20}
        placeholder="VIP-"
        autoComplete="off"
        spellCheck={false}
        {...field('prefix')}
      />
      <TextInput label="Who they are for" maxLength={120} hint="Buyers do not see it." {...field('label')} />
    </>
  )
}
