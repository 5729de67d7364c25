import { createElement, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** A payment as a sentence on the page describes it: its amount as text, and its date if there is one. */
export type Said = { readonly amount: string; readonly day?: string }

/** Joins an amount and its separate currency sign into one word. */
export function oneWord(text: string): string {
  return text.replaceAll('\u00a0', '_')
}

/** The visible text in a part of the page. */
export function wordsOf(node: ReactNode): string {
  const element: ReactElement = createElement('div', null, node)
  return oneWord(renderToStaticMarkup(element))
    .replaceAll(/<\/(?:span|li|p|h1|h2|dt|dd|div|label)>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', '’')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,])/g, '')
    .trim()
}

/** The text of each list item on the page. */
export function itemsOf(node: ReactNode): readonly string[] {
  const markup = oneWord(renderToStaticMarkup(createElement('div', null, node)))
  return [...markup.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, item = '']) =>
    item
      .replaceAll(/<s .*?<\/s>/g, '')
      .replaceAll(/<\/span>/g, ' ')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

const cycle = String.raw`(?:every (?:\d+ )?(?:day|week|month|year)s?|for \d+ (?:day|week|month|year)s?)`

/**
 * Reads the payments in a sentence such as "$27.62 every month from 9 Dec 2026, 2 times, then $32.50 once": up to
 * `wanted` of those without an end, or null if it cannot be read. Of "nothing until 9 Jan 2027, then …", they begin that
 * day.
 */
export function paymentsOf(sentence: string, wanted: number): readonly Said[] | null {
  if (sentence === 'nothing more') return []
  const [, until, later] = /^nothing until (\d+ \w+ \d+), then (.+)$/.exec(sentence) ?? []
  if (until !== undefined && later !== undefined) {
    const [first, ...others] = paymentsOf(later, wanted) ?? []
    return first === undefined ? null : [{ ...first, day: until }, ...others]
  }
  const said: Said[] = []
  for (const part of sentence.split(/, then /)) {
    const [, amount, day] = new RegExp(String.raw`^(\S+) (?:once(?:, on (.+))?|${cycle}.*)$`).exec(part) ?? []
    if (amount === undefined) return null
    const from = day ?? / from (\d+ \w+ \d+)/.exec(part)?.[1]
    const count = /^\S+ once/.test(part) ? 1 : countOf(part, wanted - said.length)
    if (count === null) return null
    for (let at = 0; at < count; at += 1) {
      said.push({ amount, ...(at === 0 && from !== undefined && { day: from }) })
    }
  }
  return said
}

/** The charges that a sentence on the page mentions. */
export function namedIn<Charge extends { readonly amount: number }>(
  sentence: string,
  charges: readonly Charge[],
): readonly Charge[] {
  return sentence.startsWith('nothing until ') ? charges.filter(({ amount }) => amount > 0) : charges
}

function countOf(part: string, wanted: number): number | null {
  if (part.endsWith('until you cancel')) return wanted
  if (part.endsWith(', one more time')) return 1
  const times = / (\d+)(?: more)? times$/.exec(part)?.[1]
  return times === undefined ? null : Number(times)
}

export type Row = Said & { readonly without: string | null }

/** The payments in a schedule's rows, or up to `wanted` if there is no last one. Null if a row cannot be read. */
export function scheduleOf(rows: readonly string[], wanted: number): readonly Row[] | null {
  const said: Row[] = []
  for (const row of rows) {
    const one =
      /^(?:Today, |then 1 payment on |then (\d+) payments, [^$]*?, from |(then) every [^$]*? from )?(\d+ \w+ \d+) ?(\S+)(?: without \S+ (\S+))?$/.exec(
        row,
      )
    const more = /^and (\d+) more, the last on (\d+ \w+ \d+)$/.exec(row)
    const last = said.at(-1)
    if (one !== null) {
      const [, times, isEndless, day = '', amount = '', without = null] = one
      const count = isEndless === undefined ? Number(times ?? 1) : wanted - said.length
      for (let at = 0; at < count; at += 1) said.push({ amount, without, ...(at === 0 && { day }) })
    } else if (more !== null && last !== undefined) {
      const { amount } = last
      const count = Number(more[1])
      for (let at = 1; at <= count; at += 1) {
        said.push({ amount, without: null, ...(at === count && { day: more[2] ?? '' }) })
      }
    } else if (row.startsWith('then every ') && last !== undefined) {
      while (said.length < wanted) said.push({ amount: last.amount, without: null })
    } else return null
  }
  return said
}
