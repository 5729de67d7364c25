import type { ComponentProps } from 'react'
import { languages, type Language } from '#foundation/language/languages.ts'
import { languageName } from '#foundation/language/language-name.ts'
import { t } from '#foundation/language/t.ts'
import { CheckRow } from '#web/kit/form/check-row.tsx'
import { FieldError } from '#web/kit/form/field.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { FoldedSection } from '#web/kit/layout/section.tsx'
import { FormTexts } from './form-texts.tsx'
import { useFormFields } from './use-form-fields.ts'

const options = languages.map((value) => ({ value, label: languageName(value, 'en') }))

type Props = ComponentProps<typeof FormTexts>

export function LanguagesSection(texts: Props) {
  const { field, watch, change, errorOf } = useFormFields()
  const chosen = watch('languages') ?? languages
  const own = watch('contentLanguage')
  const hasTexts = Object.keys(watch('texts') ?? {}).length > 0
  const choose = (code: Language) => {
    const next = languages.filter((one) => chosen.includes(one) !== (one === code))
    // A visitor who reads none of these languages gets the first one.
    const ordered = next.toSorted((one, other) => Number(other === own) - Number(one === own))
    change('languages', ordered.length === languages.length ? null : ordered)
  }
  return (
    <FoldedSection
      title={t('Languages')}
      lead={t(
        'Buyers read the page, emails and invoices in their browser’s language, among those you choose.',
      )}
      isUsed={chosen.length < languages.length || own !== 'en' || hasTexts}
    >
      <Select
        label={t('Your language')}
        options={options}
        info={t(
          'The language of your own texts, such as title and description. You can add translations below.',
        )}
        {...field('contentLanguage')}
      />
      <fieldset data-field="languages" className="grid gap-x-5 gap-y-1 sm:grid-cols-2">
        <legend className="mb-1 font-medium">{t('Page languages')}</legend>
        {options.map(({ value, label }) => (
          <CheckRow
            key={value}
            label={label}
            hint={languageName(value)}
            checked={chosen.includes(value)}
            onChange={() => choose(value)}
          />
        ))}
        <FieldError id="languages-error" message={errorOf('languages')} />
      </fieldset>
      <a href="/help/languages" target="_blank" rel="noreferrer" className="link justify-self-start text-sm">
        {t('How a page’s language is chosen')}
      </a>
      <FormTexts {...texts} />
    </FoldedSection>
  )
}
