import type { ColorScheme, PictureFit } from '#foundation/db/tables/products.ts'
import { languageName } from '#foundation/language/language-name.ts'
import { msg, say, type Message } from '#foundation/language/t.ts'
import { lookUp } from '#foundation/values/look-up.ts'
import { priceTypeLabels } from '#selling/forms/contract.ts'
import { periodLabels } from '#selling/forms/price/further-price.ts'

export const schemeLabels = {
  automatic: msg('Match device (light when embedded)'),
  light: msg('Light'),
  dark: msg('Dark'),
  device: msg('Match device everywhere'),
} as const satisfies Record<ColorScheme, Message>

export const fitLabels = {
  wide: msg('Wide, 16:9'),
  square: msg('Square'),
  upright: msg('Upright, 4:5'),
  whole: msg('Whole picture'),
} as const satisfies Record<PictureFit, Message>

const choices: ReadonlyMap<string, Readonly<Record<string, Message>>> = new Map<
  string,
  Readonly<Record<string, Message>>
>([
  ['priceType', priceTypeLabels],
  ['billingPeriod', periodLabels],
  ['colorScheme', schemeLabels],
  ['imageFit', fitLabels],
])

/** The editor's text for a value that a field offers, or undefined for other fields and values. */
export function choiceText(field: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (field === 'contentLanguage') return languageName(value, 'en')
  const label = lookUp(choices.get(field) ?? {}, value)
  return label && say(label)
}
