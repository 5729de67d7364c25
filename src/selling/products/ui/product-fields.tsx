import type { ComponentType } from 'react'
import { useWatch } from 'react-hook-form'
import { t } from '#foundation/language/t.ts'
import type { FileAttachment, ModelType } from '#accounts/uploads/contract.ts'
import { FileUploader } from '#accounts/uploads/ui/file-uploader.tsx'
import { PictureUpload, usePictureField } from '#accounts/uploads/ui/picture-upload.tsx'
import { currencies } from '#foundation/money/currencies.ts'
import { shownAmount } from '#foundation/money/shown-amount.ts'
import { Combobox } from '#web/kit/form/combobox.tsx'
import { Textarea, TextInput } from '#web/kit/form/text-input.tsx'
import { useFields } from '#web/kit/form/use-fields.ts'
import { defaultCurrency } from '../contract.ts'
import { AmountInput } from './amount-input.tsx'

/** The fields of any product in its editor. The amount is in major units. */
export type ProductValues = {
  title: string
  description: string
  /** Empty while the product has no picture. */
  image: string
  amount?: number | null | undefined
  currency?: string | undefined
  files?: FileAttachment[] | null | undefined
}

type Wording = { readonly label: string; readonly placeholder: string }

export function TitleField({ label, placeholder }: Wording) {
  const { field } = useFields<ProductValues>()
  return (
    <TextInput
      label={label}
      required
      maxLength={200}
      placeholder={placeholder}
      hint={t('At least 10 characters.')}
      {...field('title')}
    />
  )
}

export function DescriptionField({ placeholder }: Pick<Wording, 'placeholder'>) {
  const { field } = useFields<ProductValues>()
  return (
    <Textarea
      label={t('Description')}
      required
      maxLength={10_000}
      rows={3}
      placeholder={placeholder}
      {...field('description')}
    />
  )
}

export function PictureField({ type }: { readonly type: ModelType }) {
  const picture = usePictureField()
  return (
    <div className="max-w-md">
      <PictureUpload label={t('Picture')} required type={type} {...picture} />
    </div>
  )
}

const currencyOptions = currencies.map(({ code, symbol, name }) => ({
  value: code,
  label: `${code.toUpperCase()} ${symbol} · ${name}`,
}))

export function PriceFields() {
  const { watch, change, errorOf } = useFields<ProductValues>()
  const currency = watch('currency') ?? defaultCurrency
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <AmountInput currency={currency} hint={t('Leave empty for free.')} />
      <Combobox
        label={t('Currency')}
        required
        info={t('Works on forms with the same currency.')}
        options={currencyOptions}
        value={currency}
        onChange={(code) => change('currency', code)}
        error={errorOf('currency')}
      />
    </div>
  )
}

type FilesProps = { readonly type: ModelType; readonly keepsStored: boolean }

export function FilesField({ type, keepsStored }: FilesProps) {
  const { watch, change, errorOf, getValues } = useFields<ProductValues>()
  return (
    <FileUploader
      label={t('Files')}
      info={t('Buyers can download these.')}
      type={type}
      keepsStored={keepsStored}
      files={watch('files') ?? []}
      onAdd={(file) => change('files', [...(getValues('files') ?? []), file])}
      onRemove={(file) =>
        change(
          'files',
          (getValues('files') ?? []).filter(({ url }) => url !== file.url),
        )
      }
      error={errorOf('files')}
    />
  )
}

/** A product as typed, with placeholders for empty fields. */
export type ShownProduct = {
  readonly title: string
  readonly description: string
  readonly image: string | null
  readonly price: string
  readonly isFree: boolean
}

type Props = { readonly Shown: ComponentType<ShownProduct> }

/** The product as buyers will see it, next to the editor if there is room. It is not interactive. */
export function ProductPreview({ Shown }: Props) {
  const values = useWatch<ProductValues>()
  return (
    <aside aria-label={t('Preview')} className="hidden lg:block">
      <div className="sticky top-24">
        <p className="mb-3 font-medium text-muted">{t('Preview')}</p>
        <div inert className="panel overflow-hidden">
          <Shown
            title={values.title?.trim() || t('Your title')}
            description={values.description?.trim() || t('What buyers get, in your words.')}
            image={values.image ?? null}
            isFree={(values.amount ?? 0) === 0}
            price={shownAmount(values.amount ?? 0, values.currency ?? defaultCurrency)}
          />
        </div>
      </div>
    </aside>
  )
}
