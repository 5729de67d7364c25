import MarkdownIt from 'markdown-it'
import type { DescriptionFormat } from '#foundation/db/tables/products.ts'
import { isWebAddress } from '#foundation/http/fields.ts'
import type { Block, Run, ShownDescription } from './description.ts'

/**
 * The Markdown of descriptions: CommonMark of which emphasis, lists and links count, and everything else is the text that it
 * is. Nothing is ever made of it but the parts of `Block`, so that no markup of a seller's reaches a page.
 */
export const descriptionMarkdown = new MarkdownIt('commonmark', { html: false }).disable([
  'blockquote',
  'code',
  'fence',
  'heading',
  'hr',
  'html_block',
  'lheading',
  'reference',
  'backticks',
  'html_inline',
  'image',
  'entity',
])
// What is no web address stays the text that it is.
descriptionMarkdown.validateLink = isWebAddress

type Token = ReturnType<MarkdownIt['parse']>[number]

type Written = { readonly description: string; readonly descriptionFormat: DescriptionFormat }

/** A stored description as pages show it. */
export function readDescription({ description, descriptionFormat }: Written): ShownDescription {
  if (descriptionFormat === 'plain') return description
  return readBlocks(descriptionMarkdown.parse(description, {})[Symbol.iterator]())
}

/** The blocks up to the end of what they stand in. */
function readBlocks(tokens: Iterator<Token>): Block[] {
  const blocks: Block[] = []
  for (let token = next(tokens); token !== null && token.nesting >= 0; token = next(tokens)) {
    if (token.type === 'paragraph_open') {
      const runs = readRuns(next(tokens)?.children ?? [])
      next(tokens)
      if (runs.length > 0) blocks.push({ runs })
    } else if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') {
      const start = token.type === 'ordered_list_open' ? Number(token.attrGet('start') ?? 1) : null
      blocks.push({ items: readItems(tokens), start })
    }
  }
  return blocks
}

function readItems(tokens: Iterator<Token>): Block[][] {
  const items: Block[][] = []
  for (let token = next(tokens); token?.type === 'list_item_open'; token = next(tokens)) {
    items.push(readBlocks(tokens))
  }
  return items
}

function readRuns(tokens: readonly Token[]): Run[] {
  const runs: Run[] = []
  const depth = { strong: 0, em: 0 }
  let href: string | null = null
  for (const token of tokens) {
    if (token.tag === 'strong' || token.tag === 'em') depth[token.tag] += token.nesting
    else if (token.tag === 'a') href = token.attrGet('href')
    else {
      const text = token.tag === 'br' || token.type === 'softbreak' ? '\n' : token.content
      if (text === '') continue
      runs.push({
        text,
        ...(depth.strong > 0 ? { isBold: true } : {}),
        ...(depth.em > 0 ? { isItalic: true } : {}),
        ...(href === null ? {} : { href }),
      })
    }
  }
  return runs
}

function next(tokens: Iterator<Token>): Token | null {
  const result = tokens.next()
  return result.done === true ? null : result.value
}
