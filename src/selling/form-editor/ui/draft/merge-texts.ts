import type { Translations } from '#foundation/language/translations.ts'

/** A text's language and field. */
export type Place = readonly [language: string, field: string]

/** The translations typed here on top of others' later ones, text by text. */
export function mergedTexts(before: Translations, mine: Translations, theirs: Translations): Translations {
  const merged = new Map<string, Map<string, string>>()
  for (const [language, field] of placesOf(mine, theirs)) {
    const text = textAt(isChanged(before, mine, [language, field]) ? mine : theirs, [language, field])
    const texts = merged.get(language) ?? new Map<string, string>()
    merged.set(language, texts.set(field, text))
  }
  return Object.fromEntries([...merged].map(([language, texts]) => [language, Object.fromEntries(texts)]))
}

/** The texts that were changed differently here and elsewhere. */
export function clashingTexts(before: Translations, mine: Translations, theirs: Translations): Place[] {
  return placesOf(mine, theirs).filter(
    (place) =>
      isChanged(before, mine, place) &&
      isChanged(before, theirs, place) &&
      textAt(mine, place) !== textAt(theirs, place),
  )
}

/** A translation, or empty text if there is none. */
export function textAt(texts: Translations, [language, field]: Place): string {
  return new Map(Object.entries(new Map(Object.entries(texts)).get(language) ?? {})).get(field) ?? ''
}

function isChanged(before: Translations, after: Translations, place: Place): boolean {
  return textAt(before, place) !== textAt(after, place)
}

function placesOf(...all: readonly Translations[]): Place[] {
  const places = all.flatMap((texts) =>
    Object.entries(texts).flatMap(([language, fields]) =>
      Object.keys(fields).map((field): [string, Place] => [`${language} ${field}`, [language, field]]),
    ),
  )
  return [...new Map(places).values()]
}
