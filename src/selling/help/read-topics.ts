import MarkdownIt from 'markdown-it'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { topics } from './topics.ts'

/** A page of the help, as it was written: its title, what it is about in a sentence, markup, and what the search reads of it. */
export type Topic = {
  readonly slug: string
  readonly title: string
  readonly about: string
  readonly html: string
  /** Paragraph by paragraph, each item of a list and each cell of a table for itself. */
  readonly passages: readonly string[]
}

type Token = ReturnType<MarkdownIt['parse']>[number]

export const helpFolder = 'docs/sellers'

/** Reads all pages of the help, in their order. */
export async function readTopics(root: string): Promise<Topic[]> {
  const markdown = openMarkdown()
  return Promise.all(
    topics.map(async ({ slug }) => {
      const source = await readFile(join(root, helpFolder, `${slug}.md`), 'utf8')
      const [, title = slug, about = ''] = /^# (.+)\n\n(.+)\n/.exec(source) ?? []
      const passages = passagesOf(markdown, source)
      return { slug, title, about: textOf(markdown, about), html: markdown.render(source), passages }
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
function passagesOf(markdown: MarkdownIt, source: string): string[] {
  return markdown
    .parse(source, {})
    .flatMap(({ type, children }) => (type === 'inline' && children !== null ? [readOut(children)] : []))
    .filter((passage) => passage !== '')
}

function textOf(markdown: MarkdownIt, source: string): string {
  return passagesOf(markdown, source).join(' ')
}

/** A picture says nothing that stands beside it. */
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
