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

/** The texts of an order bump, an offer or a tax in further languages. */
export function ItemTexts() {
  const { watch } = useFields<Values>()
  const [language, setLanguage] = useState<Language | null>(null)
  const text = (name: keyof Values, label: string, maxLength: number, isLong = false) => {
    const original = watch(name) ?? ''
    return { path: 'texts', name, label, original, maxLength, isLong }
  }
  return (
    <Section
      field="texts"
      title={t('Translations')}
      lead={t('For pages in other languages. Leave a text empty to show the original.')}
    >
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
    </Section>
  )
}
