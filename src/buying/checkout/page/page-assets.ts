import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { z } from 'zod'
import { allWords, openWords, type WordList } from '#foundation/language/speech.ts'
import type { FrontEnd } from '#foundation/http/pages/open-renderer.ts'
import type { PageAssets } from './page-document.ts'

/** The source of a page for buyers: the name of its build, and the paths of its script and style sheet. */
export type PageSource = { readonly name: string; readonly entry: string; readonly sheet: string }

export const paymentPageSource: PageSource = {
  name: 'payment',
  entry: 'src/buying/checkout/ui/page/hydrate.tsx',
  sheet: 'src/buying/checkout/ui/page/page.css',
}

/** The payment page for forms with timers or a recurring price. */
export const timedPageSource: PageSource = {
  name: 'payment-timed',
  entry: 'src/buying/checkout/ui/page/hydrate-timed.tsx',
  sheet: 'src/buying/checkout/ui/page/page.css',
}

/** The payment page for forms with several prices, in a separate file so that other pages do not have to load it. */
export const choicePageSource: PageSource = {
  name: 'payment-choice',
  entry: 'src/buying/checkout/ui/page/hydrate-choice.tsx',
  sheet: 'src/buying/checkout/ui/page/page.css',
}

/** The payment page for prices that begin with a trial or a set-up fee. */
export const openingPageSource: PageSource = {
  name: 'payment-opening',
  entry: 'src/buying/checkout/ui/page/hydrate-opening.tsx',
  sheet: 'src/buying/checkout/ui/page/page.css',
}

export const previewSource: PageSource = {
  name: 'preview',
  entry: 'src/buying/checkout/ui/preview/start.tsx',
  sheet: 'src/buying/checkout/ui/page/page.css',
}

/** The path from which pages load the texts of the parts they load later. */
export const wordsPath = '/payment/words/'

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
)
type Manifest = z.output<typeof manifestSchema>

/**
 * A script for the page's head that protects its texts from translation programs. In development, a tag that
 * loads it.
 */
export async function readTextPreserver({ root, built, dev }: FrontEnd): Promise<Pick<PageAssets, 'inline'>> {
  const code = dev ? undefined : await readFile(join(root, built, 'inline/preserve-texts.js'), 'utf8')
  return code === undefined ? {} : { inline: code.trim() }
}

/** A page's files, from the folder `built` below `root`, or from a Vite server in development. */
export async function openAssets({ root, built, dev }: FrontEnd, source: PageSource): Promise<PageAssets> {
  return dev === undefined ? readAssets(join(root, built, 'client'), source) : liveAssets(dev, source)
}

/** Reads the built files of a page: its complete style rules, and its modules in loading order. */
async function readAssets(directory: string, { name, entry }: PageSource): Promise<PageAssets> {
  const manifest = await readManifest(join(directory, '.vite', `${name}.json`))
  const chunks = chunksOf(manifest, entry)
  const sheets = chunks.flatMap(({ css }) => css)
  const styles = await Promise.all(sheets.map((file) => readFile(join(directory, file), 'utf8')))
  const modules = chunks.map(({ file }) => `/${file}`)
  const all = chunksOf(manifest, entry, 'later too')
  const laterModules = all.map(({ file }) => `/${file}`).filter((path) => !modules.includes(path))
  const words = openWords(
    await readWords(directory, name),
    (language, version) => `${wordsPath}${name}.${language}.${version}.json`,
  )
  return { styles: styles.join(''), modules, laterModules, words }
}

const wordList = z.object({
  first: z.record(z.string(), z.string()),
  later: z.record(z.string(), z.string()),
})

async function readWords(directory: string, name: string): Promise<WordList> {
  return wordList.parse(JSON.parse(await readFile(join(directory, '.vite', `words-${name}.json`), 'utf8')))
}

async function readManifest(path: string): Promise<Manifest> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    throw new Error(`The buyers' pages are not built: ${path} cannot be read`, { cause: error })
  }
}

/**
 * The chunk of a page's entry and all chunks it imports, each once. Depending on `extent`, also the chunks it may load
 * later.
 */
function chunksOf(manifest: Manifest, entry: string, extent?: 'later too'): Manifest[string][] {
  const names = new Set([entry])
  for (const name of names) {
    const { imports = [], dynamicImports = [] } = manifest[name] ?? {}
    for (const imported of extent === undefined ? imports : [...imports, ...dynamicImports])
      names.add(imported)
  }
  return [...names].flatMap((name) => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`The build does not contain ${name}`)
    return [chunk]
  })
}

async function liveAssets(dev: ViteDevServer, { entry, sheet }: PageSource): Promise<PageAssets> {
  const { isRunnableDevEnvironment } = await import('vite')
  const environment = dev.environments['ssr']
  if (environment === undefined || !isRunnableDevEnvironment(environment)) {
    throw new Error('The development server has no environment for reading style sheets')
  }
  const module: unknown = await environment.runner.import(`/${sheet}?inline`)
  const html = await dev.transformIndexHtml('/payment', '<!doctype html><html><head></head></html>')
  return {
    styles: defaultText(module),
    modules: [`/${entry}`],
    words: { in: allWords, laterIn: () => undefined },
    developmentTags: /<head>([\s\S]*)<\/head>/.exec(html)?.[1] ?? '',
  }
}

function defaultText(module: unknown): string {
  const isSheet = typeof module === 'object' && module !== null && 'default' in module
  return isSheet && typeof module.default === 'string' ? module.default : ''
}
