import { directionOf, type Language } from './languages.ts'

/** The translations of a seller's texts, by language and field. An empty text means that there is no translation. */
export type Translations = Readonly<Partial<Record<Language, Readonly<Record<string, string | undefined>>>>>

type Texts = { readonly texts: Translations }

/** The names of an item's fields that are in the requested language. Missing if there are none. */
export type Translated = { readonly translated?: readonly string[] }

/** An item with its texts in a language. Texts without a translation stay in the seller's words. */
export function translate<Thing extends Texts>(thing: Thing, language: string): Thing & Translated {
  const texts = new Map(Object.entries(thing.texts)).get(language) ?? {}
  const found = Object.entries(texts).filter(([, text = '']) => text.trim() !== '')
  if (found.length === 0) return thing
  return Object.assign({}, thing, Object.fromEntries(found), { translated: found.map(([field]) => field) })
}

type Told = Texts & {
  readonly contentLanguage: string
  readonly priceLabel: string
  readonly setupLabel: string
  /** The translated texts of the form's first price. */
  readonly priceTexts: Translations
  readonly bumps: readonly Texts[]
  readonly prices: readonly Texts[]
  readonly timers: readonly Texts[]
  readonly tax: Texts | null
}

/** A form as its readers in a language see it, with its bumps, prices, timers and tax. */
export function translateForm<Form extends Told>(form: Form, language: string): Form & Translated {
  if (language === form.contentLanguage) return form
  const { priceLabel: label, setupLabel: fee, priceTexts: texts } = form
  const first = translate({ label, setupLabel: fee, texts }, language)
  const bumps = form.bumps.map((bump) => translate(bump, language))
  const prices = form.prices.map((price) => translate(price, language))
  const told = {
    ...translate(form, language),
    priceLabel: first.label,
    setupLabel: first.setupLabel,
    bumps,
    prices,
    timers: form.timers.map((timer) => translate(timer, language)),
    tax: form.tax && translate(form.tax, language),
  }
  if (first.translated?.includes('label') !== true) return told
  return { ...told, translated: [...(told.translated ?? []), 'priceLabel'] }
}

/** The HTML attributes of an element whose text is in a different language from its page. */
export type Foreign = { readonly lang: string; readonly dir?: 'ltr' | 'rtl' }

/** The HTML attributes for text in a language on a page in `reader`, or undefined if both are the same. */
export function foreignTo(reader: string, language: string): Foreign | undefined {
  if (language === reader) return undefined
  const dir = directionOf(language)
  return { lang: language, ...(dir !== directionOf(reader) && { dir }) }
}

/** The HTML attributes for one of an item's texts, or none if the text is translated. */
export function foreignUnless(
  isTranslated: boolean | undefined,
  foreign: Foreign | undefined,
): Foreign | undefined {
  return isTranslated === true ? undefined : foreign
}
