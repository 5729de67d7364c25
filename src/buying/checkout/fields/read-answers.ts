import type { FieldKind } from '#foundation/db/tables/form-content.ts'
import type { Answer } from '#foundation/db/tables/form-content.ts'
import { maxText, requiredText } from '#foundation/http/contract/messages.ts'
import { t } from '#foundation/language/t.ts'
import { plainSigns } from '#foundation/typed/plain-signs.ts'
import { plainLine, withoutUnseen } from '#foundation/typed/plain-text.ts'
import { readNumber } from '#foundation/typed/read-number.ts'
import { readPhone } from '#foundation/typed/read-phone.ts'
import type { AskedField } from './asked-fields.ts'

// The page and the server both read answers with this code. It uses no schema library, because the page does not load
// one.

/** In characters. */
export const longestAnswers = { text: 200, long_text: 2000, phone: 40 } as const

type Asked = Pick<AskedField, 'slug' | 'kind' | 'isRequired' | 'options'>

export type ReadAnswers = {
  /** The answers, without empty ones. */
  readonly answers: Readonly<Record<string, Answer>>
  /** By slug. */
  readonly problems: Readonly<Record<string, string>>
}

/** Reads the answers to these questions and ignores all others. */
export function readAnswers(fields: readonly Asked[], given: Readonly<Record<string, unknown>>): ReadAnswers {
  const known = new Map(Object.entries(given))
  const read = fields.map((field) => [field, readAnswer(field, known.get(field.slug))] as const)
  return {
    answers: Object.fromEntries(
      read.flatMap(([{ slug }, { answer }]) => (answer === null ? [] : [[slug, answer] as const])),
    ),
    problems: Object.fromEntries(
      read.flatMap(([{ slug }, { problem }]) => (problem === undefined ? [] : [[slug, problem] as const])),
    ),
  }
}

type Read = { readonly answer: Answer | null; readonly problem?: string }

function readAnswer(field: Asked, given: unknown): Read {
  const read = readers[field.kind](given, field)
  if (read.answer === null && read.problem === undefined && field.isRequired)
    return { answer: null, problem: requiredText() }
  return read.problem === undefined ? read : { ...read, answer: null }
}

const nothing: Read = { answer: null }
const wrong = (problem: string): Read => ({ answer: null, problem })

const readers: Readonly<Record<FieldKind, (given: unknown, field: Asked) => Read>> = {
  text: (given) => readText(plainLine(textOf(given)), longestAnswers.text),
  long_text: (given) => readText(withoutUnseen(textOf(given)), longestAnswers.long_text),
  phone: (given) => {
    const typed = plainLine(textOf(given)).trim()
    if (typed === '') return nothing
    if (typed.length > 2 * longestAnswers.phone) return wrong(maxText(longestAnswers.phone))
    const phone = readPhone(typed)
    if (phone === null)
      return isCardNumber(typed) ? wrong(cardNumber()) : wrong(t('Enter a valid phone number'))
    return isCardNumber(phone.digits) ? wrong(cardNumber()) : readText(phone.written, longestAnswers.phone)
  },
  number: (given) => {
    const number = readNumber(typeof given === 'number' ? given : textOf(given))
    if (number === null) return nothing
    if (!Number.isFinite(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER)
      return wrong(isCardNumber(textOf(given)) ? cardNumber() : t('Enter a number'))
    return isCardNumber(String(given)) ? wrong(cardNumber()) : { answer: number }
  },
  date: (given) => {
    const day = textOf(given).trim()
    if (day === '') return nothing
    return isDay(day) ? { answer: day } : wrong(t('Enter a valid date'))
  },
  choice: (given, { options }) => {
    const chosen = textOf(given)
    if (chosen === '') return nothing
    return options.some(({ value }) => value === chosen) ? { answer: chosen } : wrong(gone())
  },
  choices: (given, { options }) => {
    const chosen: readonly unknown[] = Array.isArray(given) ? given : [textOf(given)]
    const answer = options.map(({ value }) => value).filter((value) => chosen.includes(value))
    if (chosen.some((one) => one !== '' && !answer.some((value) => value === one))) return wrong(gone())
    return answer.length === 0 ? nothing : { answer }
  },
  checkbox: (given) => (given === true || textOf(given) === 'true' ? { answer: true } : nothing),
}

const gone = () => t('Choose one of the listed values')
const cardNumber = () => t('This looks like a card number. Please enter it only in the payment field.')

/** The page sends every answer as a list. */
function textOf(given: unknown): string {
  const one: unknown = Array.isArray(given) ? given[0] : given
  return typeof one === 'string' ? one : ''
}

function readText(given: string, longest: number): Read {
  const text = given.trim()
  if (text === '') return nothing
  if (text.length > longest) return wrong(maxText(longest))
  return isCardNumber(text) ? wrong(cardNumber()) : { answer: text }
}

/** A valid date, such as `2026-11-24`. */
function isDay(day: string): boolean {
  const time = /^[1-9]\d{3}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/**
 * Whether a text contains what looks like a card number: 13 to 19 digits, perhaps in groups, with a valid
 * check digit (ISO/IEC 7812-1, Luhn). International phone numbers start with a plus or two zeros, which card
 * numbers never do.
 */
export function isCardNumber(text: string): boolean {
  const runs =
    plainSigns(text.replaceAll(/\s/g, ' ')).match(/(?<![\d+])[2-6](?:[ .-]?\d){12,18}(?![\d])/g) ?? []
  return runs.some((run) => hasCheckDigit(run.replaceAll(/\D/g, '')))
}

function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits, Number).reduceRight((total, digit, place) => {
    const isDoubled = (digits.length - place) % 2 === 0
    const doubled = digit * 2 > 9 ? digit * 2 - 9 : digit * 2
    return total + (isDoubled ? doubled : digit)
  }, 0)
  return sum % 10 === 0
}
