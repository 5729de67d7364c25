import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'
import { settingsGroups } from '#accounts/settings/pages.ts'
import { say } from '#foundation/language/t.ts'
import { topics } from './topics.ts'

/** A help page: its title, its subject in one sentence, its HTML, and its text for the search. */
export type Topic = {
  readonly slug: string
  readonly title: string
  readonly about: string
  readonly html: string
  /** The page's text, one entry per paragraph, list item and table cell. */
  readonly passages: readonly string[]
}

type Token = ReturnType<MarkdownIt['parse']>[number]

export const helpFolder = 'docs/sellers'

/** Reads all help pages, in order. */
export async function readTopics(root: string): Promise<Topic[]> {
  const markdown = openMarkdown()
  return Promise.all(
    topics.map(async ({ slug }) => {
      const source = await readFile(join(root, helpFolder, `${slug}.md`), 'utf8')
      const [, title = slug, about = ''] = /^# (.+)\n\n(.+)\n/.exec(source) ?? []
      const passages = passagesOf(markdown, source)
      return {
        slug,
        title,
        about: textOf(markdown, about),
        html: markdown.render(linkSettings(source)),
        passages,
      }
    }),
  )
}

/** Makes each **Settings › Shop** a link to that page. Throws if there is no such page. */
function linkSettings(source: string): string {
  const entries = settingsGroups.flatMap((group) => group.entries)
  return source.replaceAll(/\*\*Settings › ([^*›]+?)(?: ›[^*]+)?\*\*/g, (name, page: string) => {
    const path = entries.find(({ label }) => say(label) === page)?.to
    if (path === undefined)
      throw new Error(`The help names the settings page “${page}”, which does not exist`)
    return `[${name}](${path})`
  })
}

/** Gives headings ids. Links and pictures, which are written as paths between files, get the product's URLs. */
function openMarkdown(): MarkdownIt {
  const markdown = new MarkdownIt({ html: false, typographer: false })
  markdown.core.ruler.push('help', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'heading_open') token.attrSet('id', slugOf(tokens[index + 1]?.content ?? ''))
      if (token.type === 'table_open') token.attrSet('tabindex', '0')
      for (const child of token.children ?? []) {
        const href = child.attrGet('href')
        const src = child.attrGet('src')
        if (href !== null) child.attrSet('href', href.replace(/^([a-z-]+)\.md/, '/help/$1'))
        if (src !== null) {
          child.attrSet('src', src.replace(/^pictures\//, '/help/pictures/'))
          child.attrSet('loading', 'lazy')
          child.attrSet('width', '1280')
          child.attrSet('height', '800')
        }
      }
    }
  })
  return markdown
}

/** The page's text without its markup. */
function passagesOf(markdown: MarkdownIt, source: string): string[] {
  return markdown
    .parse(source, {})
    .flatMap(({ type, children }) => (type === 'inline' && children !== null ? [readOut(children)] : []))
    .filter((passage) => passage !== '')
}

function textOf(markdown: MarkdownIt, source: string): string {
  return passagesOf(markdown, source).join(' ')
}

/** A picture only repeats the text around it. */
function readOut(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : type === 'image' ? '' : content))
    .join('')
    .trim()
}

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

/** `excerpt` is in pieces, and every second one is a match. */
export type Found = { readonly topic: Topic; readonly excerpt: readonly string[] }

/** The approximate length of an excerpt, in characters. */
const longest = 200

/** The pages with all the words of a query, best first, each with an excerpt. */
export function searchTopics(searched: readonly Topic[], query: string): Found[] {
  const wanted = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (wanted.length === 0) return []
  const found = searched.flatMap((topic) => {
    const words = topic.passages.join(' ').toLowerCase()
    if (!wanted.every((word) => words.includes(word))) return []
    const times = wanted.reduce((sum, word) => sum + words.split(word).length - 1, 0)
    const isTitle = wanted.some((word) => topic.title.toLowerCase().includes(word))
    return [{ topic, excerpt: excerptOf(topic.passages, wanted), weight: times + (isTitle ? 100 : 0) }]
  })
  return found.toSorted((one, other) => other.weight - one.weight)
}

/** The first sentence among the passages with the most matches, because a heading or a table cell says little. */
function excerptOf(passages: readonly string[], wanted: readonly string[]): string[] {
  const weight = (passage: string) => {
    const text = passage.toLowerCase()
    return wanted.filter((word) => text.includes(word)).length + (/[.:]$/.test(passage) ? 0.5 : 0)
  }
  const best = passages.reduce((one, other) => (weight(other) > weight(one) ? other : one), '')
  const anyOf = new RegExp(`(${wanted.map(asPattern).join('|')})`, 'i')
  return cut(best, best.search(anyOf)).split(new RegExp(anyOf, 'gi'))
}

function asPattern(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** Returns as many whole words around a position as fit, or all of a short passage. */
function cut(passage: string, at: number): string {
  if (passage.length <= longest) return passage
  const from = at < longest / 2 ? 0 : passage.indexOf(' ', at - longest / 2) + 1
  const end = passage.indexOf(' ', from + longest)
  const text = passage.slice(from, end === -1 ? undefined : end)
  return `${from === 0 ? '' : '… '}${text}${end === -1 ? '' : ' …'}`
}
