import { z } from 'zod'
import { languages } from '#foundation/language/languages.ts'
import type { Translations } from '#foundation/language/translations.ts'
import { fieldText } from './field-text.ts'

const language = z.enum(languages, { error: fieldText })

/**
 * The translations of an item's texts by language. A text without a translation is empty, and a language without any
 * translations is left out.
 */
export function translatedTexts<Field extends string>(fields: Readonly<Record<Field, z.ZodString>>) {
  const texts = Object.fromEntries(
    Object.entries<z.ZodString>(fields).map(([name, text]) => [name, text.default('')]),
  )
  return z.partialRecord(language, z.object(texts)).transform(translatedIn).default({})
}

/** The translations in a fixed order of languages, so that equal texts are equal as JSON. */
function translatedIn(texts: Translations): Translations {
  const given = new Map(Object.entries(texts))
  return Object.fromEntries(
    languages.flatMap((code) => {
      const own = given.get(code)
      return own === undefined || Object.values(own).every((text) => text === '') ? [] : [[code, own]]
    }),
  )
}
