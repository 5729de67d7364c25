import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PO from 'pofile'
import { root } from '../process/root.ts'
import { latest } from '../values/latest.ts'
import { pseudoLanguage } from './languages.ts'
import { pseudo } from './pseudo.ts'

/** The translations of a language by their English messages. Both are in ICU format. */
export type Catalog = {
  readonly get: (message: string) => string | undefined
  readonly keys: () => Iterable<string>
  /** The translations of the texts in files whose path matches. */
  readonly textsIn: (places: RegExp) => readonly string[]
}

const catalogs = new Map<string, Catalog>()

/** Reads `locales/{language}.po` the first time it is needed; English is its own catalog. */
export function readCatalog(language: string): Catalog {
  return latest(catalogs, language, read)
}

const empty: Catalog = { get: () => undefined, keys: () => [], textsIn: () => [] }

function read(language: string): Catalog {
  if (language === pseudoLanguage) return { ...empty, get: pseudo }
  const file = join(root, 'locales', `${language}.po`)
  if (language === 'en' || !existsSync(file)) return empty
  const { items } = PO.parse(readFileSync(file, 'utf8'))
  const texts = new Map(items.map(({ msgid, msgstr: [translation] }) => [msgid, translation ?? '']))
  return {
    get: (message) => texts.get(message),
    keys: () => texts.keys(),
    textsIn: (places) =>
      items
        .filter(({ references }) => references.some((place) => places.test(place)))
        .flatMap(({ msgstr }) => msgstr),
  }
}
