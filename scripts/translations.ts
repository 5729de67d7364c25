// Compares the translations of buyers' texts in `locales/{language}.po` with the messages in the sources. `npm run
// translations` adds new messages to every catalog and removes unused ones.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PO from 'pofile'
import { compile } from '../src/foundation/language/compile.ts'
import { languages } from '../src/foundation/language/languages.ts'
import { findMessages } from './find-messages.ts'
import { partsIn, readProduct, type Source } from './messages.ts'
import { root } from './run-tool.ts'

/** The folders with texts for buyers. */
const forBuyers =
  /^src\/(?:buying|payments(?!\/reconciliation)|foundation(?!\/(?:config|db|csv))|web\/kit\/form\/card-field|accounts\/invoice-details\/(?:contract|party)|selling\/(?:recovery\/(?:send|stop|resume)\/|customers\/write-correction-mail))/

/** Places in these folders whose texts are for sellers and operators, who read English. */
const forSellers =
  /^src\/(?:buying\/(?:consumer-law\/(?:ui|contract|handlers)|withdrawal\/(?:contract|errors|write-notice|statement\/(?:decide-withdrawal|strange-statements)))|payments\/(?:disputes|card-testing\/write-attack-mail|subscriptions\/(?:sync\/write-stuck-mail|pause\/sellers-refusal)))/

export type Wanted = { readonly message: string; readonly places: readonly string[] }

/** The messages to translate, each with its files, in the order of the files. */
export function wantedMessages(sources: readonly Source[]): Wanted[] {
  const places = new Map<string, string[]>()
  for (const { path, text } of sources) {
    if (!forBuyers.test(path) || forSellers.test(path)) continue
    for (const { message } of findMessages(path, text).messages) {
      const known = places.get(message) ?? []
      if (!known.includes(path)) known.push(path)
      places.set(message, known)
    }
  }
  return [...places].map(([message, paths]) => ({ message, places: paths }))
}

type Translation = { readonly message: string; readonly text: string }

/**
 * A catalog's mistakes: missing and unused messages, and translations whose placeholders do not match their message.
 */
export function wrongTranslations(
  language: string,
  wanted: readonly Wanted[],
  catalog: readonly Translation[],
): string[] {
  const texts = new Map(catalog.map(({ message, text }) => [message, text]))
  const known = new Set(wanted.map(({ message }) => message))
  return [
    ...wanted.flatMap(({ message }) => {
      const text = texts.get(message) ?? ''
      const problem = text === '' ? 'is not translated' : problemOf(message, text, language)
      return problem === null ? [] : [`${language}: “${message}” ${problem}`]
    }),
    ...catalog
      .filter(({ message }) => !known.has(message))
      .map(({ message }) => `${language}: “${message}” is in no source`),
  ]
}

function problemOf(message: string, text: string, language: string): string | null {
  try {
    const parts = partsIn(compile(text))
    const [before, after] = [usesIn(partsIn(compile(message))), usesIn(parts)]
    const missing = [...before].filter((use) => !after.has(use))
    const added = [...after].filter((use) => !before.has(use))
    if (missing.length > 0) return `lacks ${missing.join(', ')}`
    if (added.length > 0) return `has ${added.join(', ')}, which the message has not`
    const plurals = parts.flatMap(([, kind, cases]) => (kind === 'plural' ? [Object.keys(cases ?? {})] : []))
    const absent = plurals.flatMap((cases) =>
      new Intl.PluralRules(language)
        .resolvedOptions()
        .pluralCategories.filter((category) => isUsual(category, language) && !cases.includes(category)),
    )
    return absent.length === 0 ? null : `has no plural for ${[...new Set(absent)].join(', ')}`
  } catch (error) {
    return `is translated by a malformed text: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** In Romance languages, the category “many” is only for millions. */
function isUsual(category: string, language: string): boolean {
  return category !== 'many' || !/^(?:es|fr|it|pt)$/.test(language)
}

function usesIn(parts: ReturnType<typeof partsIn>): Set<string> {
  return new Set(
    parts.map(([name, kind]) =>
      kind === 'tag' ? `<${name}>` : kind === 'select' ? `{${name}, select}` : `{${name}}`,
    ),
  )
}

export async function readTranslations(language: string): Promise<Translation[]> {
  const { items } = await readCatalog(language)
  return items.map(({ msgid, msgstr }) => ({ message: msgid, text: msgstr[0] ?? '' }))
}

async function readCatalog(language: string): Promise<PO> {
  try {
    return PO.parse(await readFile(catalogPath(language), 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new PO()
    throw error
  }
}

function catalogPath(language: string): string {
  return join(root, 'locales', `${language}.po`)
}

async function updateCatalog(language: string, wanted: readonly Wanted[]): Promise<number> {
  const known = new Map((await readTranslations(language)).map(({ message, text }) => [message, text]))
  const catalog = new PO()
  catalog.headers = { Language: language, 'Content-Type': 'text/plain; charset=UTF-8' }
  catalog.items = wanted.map(({ message, places }) => {
    const item = new PO.Item()
    item.msgid = message
    item.msgstr = [known.get(message) ?? '']
    item.references = [...places]
    return item
  })
  await writeFile(catalogPath(language), `${catalog.toString().trimEnd()}\n`)
  return catalog.items.filter(({ msgstr }) => msgstr[0] === '').length
}

if (import.meta.main) {
  const wanted = wantedMessages(await readProduct())
  const given = process.argv.slice(2)
  for (const language of given.length > 0 ? given : languages.filter((code) => code !== 'en')) {
    const missing = await updateCatalog(language, wanted)
    process.stdout.write(`${language}: ${wanted.length} messages, ${missing} to translate\n`)
  }
}
