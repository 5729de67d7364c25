// Finds elements as people name them: by role and name, label, text or typed value. `findInPage` is sent to the page,
// so it can use only its arguments and Testing Library, which is sent first.
import type * as TestingLibrary from '@testing-library/dom'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

declare global {
  var TestingLibraryDom: typeof TestingLibrary | undefined
}

/** A string must match the whole name. A regular expression can match any part. */
type Words = string | RegExp

/** For pages with several matches, `inside` names an element around the wanted one. */
export type Wanted = Meant & { inside?: { role: string; name: string } }
type Meant = { role: string; name: Words } | { label: Words } | { text: Words } | { typed: Words }

type SentWords = { source: string; flags: string } | string
/** The form of `Wanted` that is sent to the browser, which accepts no regular expressions. */
export type SentWanted = {
  by: 'role' | 'label' | 'text' | 'typed'
  role: string
  words: SentWords
  inside: { role: string; name: string } | null
}

export function toSend(wanted: Wanted): SentWanted {
  const inside = wanted.inside ?? null
  if ('role' in wanted) return { by: 'role', role: wanted.role, words: wordsToSend(wanted.name), inside }
  if ('label' in wanted) return { by: 'label', role: '', words: wordsToSend(wanted.label), inside }
  if ('typed' in wanted) return { by: 'typed', role: '', words: wordsToSend(wanted.typed), inside }
  return { by: 'text', role: '', words: wordsToSend(wanted.text), inside }
}

function wordsToSend(words: Words): SentWords {
  return typeof words === 'string' ? words : { source: words.source, flags: words.flags }
}

const library = fileURLToPath(
  import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
)

/** The script that `findInPage` needs in a page. */
export async function readQueries(): Promise<string> {
  return `(function () {${await readFile(library, 'utf8')}}).call(globalThis)`
}

export const notLoaded = 'the queries are not loaded'

/** Returns the element, or the reason it cannot be used yet. Returns notLoaded if the library must be sent first. */
export async function findInPage(
  { by, role, words, inside }: SentWanted,
  use: 'see' | 'press' | 'attach',
): Promise<Element | string> {
  const queries = globalThis.TestingLibraryDom
  if (queries === undefined) return 'the queries are not loaded'
  if (document.body === null) return 'the page has no body yet'
  const around =
    inside === null
      ? []
      : queries.queryAllByRole(document.body, inside.role, { name: inside.name, hidden: true })
  const root = inside === null ? document.body : around[0]
  if (root === undefined) return `there is no ${inside?.role} "${inside?.name}"`
  const name = typeof words === 'string' ? words : new RegExp(words.source, words.flags)
  const all = {
    role: () => queries.queryAllByRole(root, role, { name, hidden: true }),
    label: () => queries.queryAllByLabelText(root, name),
    text: () => queries.queryAllByText(root, name),
    typed: () => queries.queryAllByDisplayValue(root, name),
  }[by]()
  // Testing Library could skip hidden elements, but reading all styles takes it seconds.
  const shown = all.filter(
    (one) =>
      // A file field is hidden behind its own button.
      (use === 'attach' || one.checkVisibility({ visibilityProperty: true })) &&
      one.closest('[aria-hidden=true], [inert]') === null,
  )
  const [found] = shown
  if (found === undefined) return 'there is none'
  if (use !== 'press') return found
  if (shown.length > 1) return `there are ${shown.length}`
  if (found.matches(':disabled')) return 'it is disabled'
  found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const before = found.getBoundingClientRect()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const { x, y, width, height } = found.getBoundingClientRect()
  if (x !== before.x || y !== before.y || width !== before.width || height !== before.height)
    return 'it moves'
  const hit = document.elementFromPoint(x + width / 2, y + height / 2)
  if (found.contains(hit)) return found
  // A click on a checkbox or radio button can land on its label.
  const label = hit?.closest('label')
  if (label?.control === found) return label
  return `it is covered by ${hit?.outerHTML.slice(0, 120) ?? 'nothing'}`
}
