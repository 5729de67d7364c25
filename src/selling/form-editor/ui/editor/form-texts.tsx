import { lazy, Suspense } from 'react'
import { plainDescription } from '#buying/checkout/description/description.ts'
import { readDescription } from '#buying/checkout/description/read-description.ts'
import { t } from '#foundation/language/t.ts'
import { directionOf, languages, type Language } from '#foundation/language/languages.ts'
import { type Control, type OwnText, TranslatedFields } from '#selling/catalog/ui/translated-fields.tsx'
import { longestLabel } from '#selling/forms/price/further-price.ts'
import { longestFieldTexts, longestOptions } from '#selling/forms/fields/form-field.ts'
import { blocksOf, textsOfBlock } from '../blocks/edit-blocks.ts'
import type { FormValues } from './form-values.ts'
import { useTypedValues } from './use-form-fields.ts'

const DescriptionEditor = lazy(async () => ({
  default: (await import('../description/description-editor.tsx')).DescriptionEditor,
}))

type Props = {
  /** The language whose texts are open, and which the preview shows. Null is the seller's own. */
  readonly language: Language | null
  readonly onChoose: (language: Language | null) => void
}

/** The form's own texts in its other languages. */
export function FormTexts({ language, onChoose }: Props) {
  const values = useTypedValues()
  const own = values.contentLanguage ?? 'en'
  const offered = (values.languages ?? languages).filter((code) => code !== own)
  if (offered.length === 0) return null
  const isMarkdown = values.descriptionFormat === 'markdown'
  return (
    <fieldset data-field="texts" className="grid grid-cols-1 gap-5 border-t border-line pt-5">
      <legend className="sr-only">{t('Translations')}</legend>
      <div>
        <h3 className="font-semibold">{t('Translations')}</h3>
        <p className="mt-1 text-muted">
          {t(
            'Your texts in the page’s other languages. Leave one empty to show the original. You translate order bumps, offers and taxes where you edit them.',
          )}
        </p>
      </div>
      <TranslatedFields
        texts={textsOf(values)}
        own={own}
        offered={offered}
        chosen={offered.find((code) => code === language) ?? null}
        onChoose={onChoose}
        controlOf={({ label, name, path }, control) =>
          isMarkdown && path === 'texts' && name === 'description'
            ? ({ describedBy }) => (
                <TranslatedDescription label={label} describedBy={describedBy} {...control} />
              )
            : undefined
        }
      />
    </fieldset>
  )
}

type DescriptionProps = Control & { readonly label: string; readonly describedBy: string }

function TranslatedDescription({ label, describedBy, value, language, isWrong, onChange }: DescriptionProps) {
  return (
    <Suspense fallback={<div aria-busy className="control mt-11.5 min-h-36" />}>
      <DescriptionEditor
        key={language}
        text={value}
        format="markdown"
        onChange={onChange}
        attributes={{
          'aria-label': label,
          'aria-describedby': describedBy,
          'aria-invalid': String(isWrong),
          lang: language,
          dir: directionOf(language),
        }}
      />
    </Suspense>
  )
}

type Told =
  | 'title'
  | 'description'
  | 'quantityLabel'
  | 'buttonText'
  | 'guarantee'
  | 'successMessage'
  | 'pauseMessage'

/** The texts that buyers read on this form. Empty ones need no translation. */
function textsOf(values: FormValues): OwnText[] {
  const ofForm = (name: Told, label: string, maxLength: number, isLong = false) => {
    const original = values[name] ?? ''
    return { path: 'texts', name, label, original, maxLength, isLong }
  }
  const isRecurring = (priceType: string | undefined, amount: number | null | undefined) =>
    priceType === 'RecurringPrice' && (amount ?? 0) > 0
  const first = { label: values.priceLabel, ...pickTerms(values) }
  const prices = [
    { ...first, path: 'priceTexts', label: values.prices.length === 0 ? '' : (values.priceLabel ?? '') },
    ...values.prices.map((price, place) => ({ ...price, path: `prices.${place}.texts` })),
  ].flatMap(({ path, label, setupLabel = '', priceType, setupAmount }) => [
    { path, name: 'label', label: t('Price “{label}”', { label }), original: label, maxLength: longestLabel },
    {
      path,
      name: 'setupLabel',
      label: t('Fee name'),
      original: isRecurring(priceType, setupAmount) ? setupLabel : '',
      maxLength: longestLabel,
    },
  ])
  const timers = values.timers.map(({ title }, place) => ({
    path: `timers.${place}.texts`,
    name: 'title',
    label: t('Timer “{title}”', { title }),
    original: title,
    maxLength: 200,
  }))
  const { description, descriptionFormat } = values
  const described = plainDescription(readDescription({ description, descriptionFormat }))
  const asked = (values.quantityMax ?? 1) > 1
  return [
    ofForm('title', t('Title'), 200),
    { ...ofForm('description', t('Description'), 10_000, true), original: described },
    ...prices,
    ...(asked ? [ofForm('quantityLabel', t('Quantity label'), 60)] : []),
    ...blocksOf(values.blocks).flatMap(textsOfBlock),
    ...(values.fields ?? []).flatMap(textsOfQuestion),
    ofForm('buttonText', t('Button text'), 120),
    ofForm('guarantee', t('Guarantee'), 120),
    ...timers,
    ofForm('successMessage', t('Success message'), 10_000, true),
    ofForm('pauseMessage', t('Paused message'), 500, true),
  ].filter(({ original }) => original.trim() !== '')
}

function textsOfQuestion(
  { label, hint = '', options = [] }: NonNullable<FormValues['fields']>[number],
  place: number,
): OwnText[] {
  const path = `fields.${place}.texts`
  const { label: longest, hint: longestHint } = longestFieldTexts
  return [
    { path, name: 'label', label: t('Question “{label}”', { label }), original: label, maxLength: longest },
    { path, name: 'hint', label: t('Hint'), original: hint, maxLength: longestHint },
    {
      path,
      name: 'options',
      label: t('Options, one per line'),
      original: options.join('\n'),
      maxLength: longestOptions,
      isLong: true,
    },
  ]
}

function pickTerms({ setupLabel, priceType, setupAmount }: FormValues) {
  return { setupLabel, priceType, setupAmount }
}
