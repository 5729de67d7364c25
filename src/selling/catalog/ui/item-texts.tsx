import { useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { languages, type Language } from '#foundation/language/languages.ts'
import { useFields } from '#web/kit/form/use-fields.ts'
import { Section } from '#web/kit/layout/section.tsx'
import { TranslatedFields } from './translated-fields.tsx'

type Values = {
  title: string
  description?: string
  acceptButtonText?: string
  declineButtonText?: string
}

type Props = {
  /** Whether it is a part of a panel instead of a separate one. */
  readonly isWithin?: boolean
}

/** Translations of the texts of an order bump, an offer or a tax. */
export function ItemTexts({ isWithin = false }: Props) {
  const { watch } = useFields<Values>()
  const [language, setLanguage] = useState<Language | null>(null)
  const text = (name: keyof Values, label: string, maxLength: number, isLong = false) => {
    const original = watch(name) ?? ''
    return { path: 'texts', name, label, original, maxLength, isLong }
  }
  const lead = t('For pages in other languages. Leave a text empty to show the original.')
  const fields = (
    <TranslatedFields
      offered={languages}
      chosen={language}
      onChoose={setLanguage}
      texts={[
        text('title', t('Title'), 200),
        text('description', t('Description'), 10_000, true),
        text('acceptButtonText', t('Accept button text'), 120),
        text('declineButtonText', t('Decline button text'), 120),
      ].filter(({ original }) => original.trim() !== '')}
    />
  )
  if (!isWithin)
    return (
      <Section field="texts" title={t('Translations')} lead={lead}>
        {fields}
      </Section>
    )
  return (
    <fieldset data-field="texts" className="grid grid-cols-1 gap-5 border-t border-line pt-5">
      <legend className="sr-only">{t('Translations')}</legend>
      <div>
        <h2 className="font-semibold">{t('Translations')}</h2>
        <p className="mt-1 text-muted">{lead}</p>
      </div>
      {fields}
    </fieldset>
  )
}
