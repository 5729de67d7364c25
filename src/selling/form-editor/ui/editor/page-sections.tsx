import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import { say, t } from '#foundation/language/t.ts'
import { shopQuery } from '#accounts/shop/ui/queries.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { fileRoutes } from '#accounts/uploads/contract.ts'
import { FileUploader } from '#accounts/uploads/ui/file-uploader.tsx'
import { ownUploadsQuery } from '#accounts/uploads/ui/queries.ts'
import { colorSchemes } from '#buying/checkout/page/color-scheme.ts'
import { readableTextColor } from '#foundation/http/pages/brand-colors.ts'
import { ColorInput } from '#web/kit/form/color-input.tsx'
import { FieldError } from '#web/kit/form/field.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { Textarea, TextInput } from '#web/kit/form/text-input.tsx'
import { FoldedSection, Section } from '#web/kit/layout/section.tsx'
import { schemeLabels } from './choice-text.ts'
import { usualNotice } from '#payments/subscriptions/notices/notice-days.ts'
import { RenewalNotices } from './renewal-notices.tsx'
import { contrastRatio, newFormOf } from './form-values.ts'
import { FirstPicture, FurtherPictures } from './picture-fields.tsx'
import { useFormFields } from './use-form-fields.ts'

const lookNames = ['buttonText', 'guarantee', 'themeColor', 'buttonTextColor', 'colorScheme'] as const

export function LookSection() {
  const { field, watch, change, errorOf } = useFormFields()
  const themeColor = watch('themeColor') ?? ''
  const buttonTextColor = watch('buttonTextColor') ?? ''
  const isFree = watch('priceType') !== 'RecurringPrice' && (watch('amount') ?? 0) === 0
  const { data: shop } = useQuery(shopQuery)
  const usual = newFormOf(shop?.brandColor ?? null)
  const isUsual = lookNames.every((name) => (watch(name) ?? '') === (usual[name] ?? ''))
  return (
    <FoldedSection
      title={t('Appearance')}
      lead={t('Button text, a guarantee and colors.')}
      isUsed={shop !== undefined && !isUsual}
    >
      <TextInput
        label={t('Button text')}
        maxLength={120}
        placeholder={isFree ? t('Get it for free') : t('Pay')}
        info={t('We add the total to the button, unless it is free.')}
        {...field('buttonText')}
      />
      <TextInput
        label={t('Guarantee')}
        maxLength={120}
        placeholder={t('Your money back within 30 days, no questions asked')}
        info={t('A promise next to the button, with a shield.')}
        {...field('guarantee')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <div data-field="themeColor">
          <ColorInput
            label={t('Theme color')}
            value={themeColor}
            onChange={(color) => change('themeColor', color)}
            error={errorOf('themeColor')}
          />
        </div>
        <div data-field="buttonTextColor">
          <ColorInput
            label={t('Button text color')}
            value={buttonTextColor}
            onChange={(color) => change('buttonTextColor', color)}
            error={errorOf('buttonTextColor')}
          />
        </div>
      </div>
      <ContrastHint themeColor={themeColor} buttonTextColor={buttonTextColor} />
      <Select
        label={t('Light or dark')}
        options={colorSchemes.map((value) => ({ value, label: say(schemeLabels[value]) }))}
        info={t('By default, buyers in dark mode see a dark page. The preview shows both.')}
        {...field('colorScheme')}
      />
    </FoldedSection>
  )
}

type Colors = { readonly themeColor: string; readonly buttonTextColor: string }

/** The contrast that WCAG 2.2 AA requires at this text size. Below it, buyers see the text in black or white. */
function ContrastHint({ themeColor, buttonTextColor }: Colors) {
  const ratio = contrastRatio(themeColor, buttonTextColor)
  if (ratio === null) return null
  const shown = readableTextColor(themeColor, buttonTextColor)
  const isReplaced = shown !== null
  return (
    <div className="grid justify-items-start gap-3">
      <output className={isReplaced ? 'text-warning' : 'text-success'}>
        {[
          t('Contrast {ratio} : 1.', { ratio: ratio.toFixed(1) }),
          isReplaced
            ? t(
                'That is hard to read (4.5 : 1 is needed), so buyers see the text in {name, select, black {black} other {white}}, as below.',
                { name: shown.name },
              )
            : t('The button is easy to read.'),
        ].join(' ')}
      </output>
      {isReplaced && (
        <span
          className="rounded-xl px-5 py-2.5 font-semibold"
          style={{ background: themeColor, color: shown.color }}
        >
          {shown.name === 'black' ? t('Text in black') : t('Text in white')}
        </span>
      )}
    </div>
  )
}

export function WhatYouSellSection() {
  const { field } = useFormFields()
  return (
    <Section title={t('Product')} lead={t('What you are selling.')}>
      <TextInput
        label={t('Title')}
        required
        maxLength={200}
        placeholder={t('Watercolor for beginners')}
        hint={t('At least 10 characters.')}
        {...field('title')}
      />
      <TextInput
        label={t('Internal name')}
        maxLength={120}
        info={t('Only you see this name. You can search by it.')}
        {...field('name')}
      />
      <DescriptionField />
      <div className="grid gap-5 sm:grid-cols-2">
        <FirstPicture />
        <TextInput
          label={t('Video')}
          type="url"
          inputMode="url"
          placeholder="https://www.youtube.com/watch?v=…"
          hint={t('A YouTube link, with or instead of a picture.')}
          {...field('video', { deps: ['image'] })}
        />
      </div>
      <FurtherPictures />
    </Section>
  )
}

export function FilesSection({ keepsStored }: { readonly keepsStored: boolean }) {
  const { watch, change, errorOf, getValues } = useFormFields()
  const mayAdd = useMayCall()(fileRoutes.uploadFile)
  const { data: own } = useQuery({ ...ownUploadsQuery, enabled: mayAdd })
  const files = watch('files') ?? []
  return (
    <FoldedSection
      title={t('Downloads')}
      lead={t('Files buyers can download after paying.')}
      isUsed={files.length > 0 || (own?.unfinished ?? []).length > 0}
    >
      <FileUploader
        label={t('Files')}
        type="form"
        keepsStored={keepsStored}
        files={files}
        onAdd={(file) => change('files', [...(getValues('files') ?? []), file])}
        onRemove={(file) =>
          change(
            'files',
            (getValues('files') ?? []).filter(({ url }) => url !== file.url),
          )
        }
        error={errorOf('files')}
      />
    </FoldedSection>
  )
}

const DescriptionEditor = lazy(async () => ({
  default: (await import('#selling/form-editor/ui/description/description-editor.tsx')).DescriptionEditor,
}))

/** The text without its Markdown marks. */
function withoutMarks(text: string): string {
  return text
    .replaceAll('<!-- -->', '')
    .replaceAll(/(\*{1,3})(\S(?:[^*]*\S)?)\1/g, '$2')
    .replaceAll(/\\([^\p{L}\p{N}\s])/gu, '$1')
}

/** The field for the formatted description. Its editor is loaded separately, and plain text is shown until then. */
function DescriptionField() {
  const { errorOf, watch, changeAll } = useFormFields()
  const id = useId()
  const error = errorOf('description')
  const text = watch('description')
  return (
    <div data-field="description" className="grid grid-cols-1 gap-1.5">
      <p id={id} className="flex min-h-6 items-center gap-1.5 font-medium">
        {t('Description')}
        <span aria-hidden className="-ml-1 text-danger">
          *
        </span>
      </p>
      <Suspense
        fallback={
          <div aria-busy className="control mt-11.5 min-h-36 whitespace-pre-line text-muted">
            {withoutMarks(text)}
          </div>
        }
      >
        <DescriptionEditor
          text={text}
          format={watch('descriptionFormat') ?? 'plain'}
          onChange={(description) => changeAll({ description, descriptionFormat: 'markdown' })}
          attributes={{
            'aria-required': 'true',
            'aria-labelledby': id,
            'aria-invalid': String(error !== undefined),
            ...(error !== undefined && { 'aria-describedby': `${id}-error` }),
          }}
        />
      </Suspense>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}

export function AfterPayingSection() {
  const { field, watch } = useFormFields()
  const { data: shop } = useQuery(shopQuery)
  const texts = watch(['successMessage', 'redirectUrl', 'termsUrl'])
  const isNoticed = watch('noticesShortRenewals') || watch('renewalNoticeDays') !== usualNotice
  return (
    <FoldedSection
      title={t('After payment')}
      lead={t('The success message, a page to send buyers to, and your terms.')}
      isUsed={isNoticed || texts.some((text) => (text ?? '') !== '')}
    >
      <Textarea
        label={t('Success message')}
        maxLength={10_000}
        rows={3}
        placeholder={t('Thank you! Your files are on their way.')}
        {...field('successMessage')}
      />
      <OptionalAddress
        name="redirectUrl"
        label={t('Redirect URL')}
        info={t('Send buyers to this page instead of showing the message.')}
        placeholder="https://example.com/welcome"
      />
      <OptionalAddress
        name="termsUrl"
        label={t('Terms link')}
        info={t('Linked from the payment page.')}
        placeholder={shop?.termsUrl ?? 'https://example.com/terms'}
        hint={(shop?.termsUrl ?? null) === null ? undefined : t('If empty, we link your shop’s terms.')}
      />
      <RenewalNotices />
    </FoldedSection>
  )
}

type AddressProps = {
  readonly name: 'redirectUrl' | 'termsUrl'
  readonly label: string
  readonly info: string
  readonly placeholder: string
  readonly hint?: string | undefined
}

/** A URL with a switch. When it is off, there is no URL. */
function OptionalAddress({ name, label, ...texts }: AddressProps) {
  const { register, watch, change, errorOf } = useFormFields()
  const hasAddress = (watch(name) ?? '') !== ''
  const [isOn, setIsOn] = useState(hasAddress)
  // The URL can also be set from outside, such as by a restored draft.
  if (hasAddress && !isOn) setIsOn(true)
  return (
    <div data-field={name}>
      <TextInput
        label={label}
        {...texts}
        type="url"
        inputMode="url"
        error={isOn ? errorOf(name) : undefined}
        toggle={{
          isOn,
          onChange: (next) => {
            if (!next) change(name, '')
            setIsOn(next)
          },
        }}
        {...register(name)}
      />
    </div>
  )
}
