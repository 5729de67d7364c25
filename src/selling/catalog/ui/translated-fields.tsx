import { type ReactNode, useEffect, useId } from 'react'
import { get, useFormContext } from 'react-hook-form'
import { t } from '#foundation/language/t.ts'
import { directionOf, languages, type Language } from '#foundation/language/languages.ts'
import { languageName } from '#foundation/language/language-name.ts'
import type { Translations } from '#foundation/language/translations.ts'
import { firstMessage } from '#web/kit/feedback/error-message.ts'
import { Field } from '#web/kit/form/field.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { unitsOf } from '#web/kit/form/text-input.tsx'

/** A text to be translated. */
export type OwnText = {
  /** The editor's field with the translations, such as `texts` or `prices.0.texts`. */
  readonly path: string
  readonly name: string
  readonly label: string
  readonly original: string
  readonly maxLength: number
  /** Whether the text has several lines. */
  readonly isLong?: boolean
}

type Props = {
  readonly texts: readonly OwnText[]
  /** The languages to translate into. */
  readonly offered: readonly Language[]
  /** The language of the original texts, if it is known. */
  readonly own?: Language
  /** Null means that the original texts are shown. */
  readonly chosen: Language | null
  readonly onChoose: (language: Language | null) => void
  /** Another control for a text, with the ids of its label and its description. */
  readonly controlOf?: (
    text: OwnText,
    control: Control,
  ) => ((labelled: { readonly describedBy: string }) => ReactNode) | undefined
}

/** A translation and how to change it. */
export type Control = {
  readonly value: string
  readonly language: Language
  readonly isWrong: boolean
  readonly onChange: (text: string) => void
}

/** Lets the seller choose a language. For a language other than their own, shows each text under its original. */
export function TranslatedFields({ texts, offered, own, chosen, onChoose, controlOf }: Props) {
  const { formState, watch, setValue } = useFormContext<Record<string, Translations | undefined>>()
  const { errors, submitCount } = formState
  const told = (path: string) => watch(path) ?? {}
  const errorOf = ({ path, name }: OwnText, language: Language) => {
    const full = `${path}.${language}.${name}`
    const rejected: unknown = errors[path.split('.')[0] ?? '']?.types?.[full]
    return firstMessage(get(errors, full)) ?? (typeof rejected === 'string' ? rejected : undefined)
  }
  const wrong = offered.find((language) => texts.some((text) => errorOf(text, language) !== undefined))
  useEffect(() => {
    // Shows a rejected translation, even if another language is selected.
    if (submitCount > 0 && wrong !== undefined) onChoose(wrong)
  }, [submitCount, wrong, onChoose])
  const doneIn = (language: Language) =>
    texts.filter(({ path, name }) => textIn(told(path), language, name) !== '').length
  const nameOf = (language: Language) => languageName(language, 'en')
  return (
    <>
      <Select
        label={t('Texts in')}
        value={chosen ?? ''}
        onChange={({ target }) => onChoose(languages.find((code) => code === target.value) ?? null)}
        options={[
          {
            value: '',
            label:
              own === undefined
                ? t('As written above')
                : t('{language} (your language)', { language: nameOf(own) }),
          },
          ...offered.map((language) => ({
            value: language,
            label: t('{language}: {done} of {count}', {
              language: nameOf(language),
              done: doneIn(language),
              count: texts.length,
            }),
          })),
        ]}
      />
      {chosen !== null &&
        texts.map((text) => {
          const { path, name } = text
          const error = errorOf(text, chosen)
          const value = textIn(told(path), chosen, name)
          const change = (typed: string) =>
            setValue(path, withText(told(path), chosen, name, typed), {
              shouldDirty: true,
              shouldTouch: true,
              shouldValidate: true,
            })
          const control = { value, language: chosen, isWrong: error !== undefined, onChange: change }
          return (
            <TranslatedField
              key={`${path} ${name}`}
              text={text}
              own={own}
              error={error}
              control={control}
              other={controlOf?.(text, control)}
            />
          )
        })}
    </>
  )
}

type FieldProps = {
  readonly text: OwnText
  readonly own: Language | undefined
  readonly error: string | undefined
  readonly control: Control
  readonly other: ((labelled: { readonly describedBy: string }) => ReactNode) | undefined
}

function TranslatedField({ text, own, error, control, other }: FieldProps) {
  const { label, original, maxLength, isLong = false } = text
  const { value, language, onChange } = control
  const id = useId()
  const ownLanguage = own && { lang: own, dir: directionOf(own) }
  return (
    <Field label={label} error={error}>
      {(marks) => {
        const describedBy = [marks['aria-describedby'], id].filter((one) => one !== undefined).join(' ')
        const common = {
          ...marks,
          'aria-describedby': describedBy,
          lang: language,
          dir: directionOf(language),
          maxLength: unitsOf(maxLength),
          value,
        }
        return (
          <>
            <p
              id={id}
              {...ownLanguage}
              className="border-s-2 border-line ps-3 whitespace-pre-line text-muted wrap-anywhere"
            >
              {original}
            </p>
            {other !== undefined ? (
              other({ describedBy })
            ) : isLong ? (
              <textarea
                {...common}
                rows={3}
                onChange={({ target }) => onChange(target.value)}
                className="control field-sizing-content min-h-28 resize-y"
              />
            ) : (
              <input {...common} onChange={({ target }) => onChange(target.value)} className="control" />
            )}
          </>
        )
      }}
    </Field>
  )
}

/** A translation, or empty text if there is none. */
export function textIn(texts: Translations, language: Language, name: string): string {
  return texts[language]?.[name] ?? ''
}

/** The translations with one text changed. A language without any texts is left out. */
function withText(texts: Translations, language: Language, name: string, text: string): Translations {
  const { [language]: own = {}, ...others } = texts
  const next = { ...own, [name]: text }
  return Object.values(next).every((one) => one === undefined || one === '')
    ? others
    : { ...others, [language]: next }
}
