import type { DescriptionFormat } from '#foundation/db/tables/products.ts'
import { linkedText } from '#foundation/text/linked-text.ts'
import type { Block, Run, ShownDescription } from './description.ts'
import { descriptionMarkdown } from './description-markdown.ts'

type Token = ReturnType<typeof descriptionMarkdown.parse>[number]

type Written = { readonly description: string; readonly descriptionFormat: DescriptionFormat }

/** Converts a stored description to what pages show. */
export function readDescription({ description, descriptionFormat }: Written): ShownDescription {
  if (descriptionFormat === 'plain') return readPlain(description)
  return readBlocks(descriptionMarkdown.parse(description, {})[Symbol.iterator]())
}

/** Plain text stays unchanged, except that links in it become separate parts. */
function readPlain(description: string): ShownDescription {
  const hasLink = linkedText(description).some(({ href }) => href !== undefined)
  return hasLink ? description.split(/\n{2,}/).map((lines) => ({ runs: linkedText(lines) })) : description
}

/** Reads the blocks up to the end of the list or item that contains them. */
function readBlocks(tokens: Iterator<Token>): Block[] {
  const blocks: Block[] = []
  for (let token = next(tokens); token !== null && token.nesting >= 0; token = next(tokens)) {
    if (token.type === 'paragraph_open') {
      const children = next(tokens)?.children ?? []
      const runs = readRuns(children)
      next(tokens)
      const isEmptyLine = children.some(({ type }) => type === 'separator')
      if (runs.length > 0 || isEmptyLine) blocks.push({ runs })
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
      const look = {
        ...(depth.strong > 0 ? { isBold: true as const } : {}),
        ...(depth.em > 0 ? { isItalic: true as const } : {}),
      }
      for (const piece of href === null ? linkedText(text) : [{ text, href }])
        runs.push({ ...piece, ...look })
    }
  }
  return runs
}

function next(tokens: Iterator<Token>): Token | null {
  const result = tokens.next()
  return result.done === true ? null : result.value
}
