import MarkdownIt from 'markdown-it'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { topics } from './topics.ts'

/** A page of the help, as it was written: its title, what it is about in a sentence, markup, and its words for the search. */
export type Topic = {
  readonly slug: string
  readonly title: string
  readonly about: string
  readonly html: string
  readonly words: string
}

export const helpFolder = 'docs/sellers'

/** Reads all pages of the help, in their order. */
export async function readTopics(root: string): Promise<Topic[]> {
  const markdown = openMarkdown()
  return Promise.all(
    topics.map(async ({ slug }) => {
      const source = await readFile(join(root, helpFolder, `${slug}.md`), 'utf8')
      const [, title = slug, about = ''] = /^# (.+)\n\n(.+)\n/.exec(source) ?? []
      return { slug, title, about: wordsOf(about), html: markdown.render(source), words: wordsOf(source) }
    }),
  )
}

/** Headings have addresses; links and pictures, which work where the text is read as a file, lead to the product's own. */
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

/** What is read, without the marks of how it looks. */
function wordsOf(source: string): string {
  return source
    .replaceAll(/!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)|-{3,}|[#*|[\]`]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,:;])/g, '')
    .trim()
}

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
