import { getSchema, type JSONContent } from '@tiptap/core'
import { ListItem, OrderedList } from '@tiptap/extension-list'
import StarterKit from '@tiptap/starter-kit'
import { MarkdownParser } from 'prosemirror-markdown'
import { Node } from '@tiptap/pm/model'
import { z } from 'zod'
import { descriptionMarkdown, separator } from '#buying/checkout/description/description-markdown.ts'
import type { DescriptionFormat } from '#foundation/db/tables/products.ts'
import { isVisible, isWebAddress } from '#foundation/http/input/fields.ts'
import { writeInline } from './write-inline.ts'

/** Tab moves to the next field instead of indenting list items. */
const Item = ListItem.extend({
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) }
  },
})

/** Accepts only decimal numbers, because the letters of a pasted list would become numbers on the page. */
const Numbered = OrderedList.extend({
  addAttributes() {
    const read = (list: HTMLElement) => Number(list.getAttribute('start') ?? 1)
    return { start: { default: 1, parseHTML: read } }
  },
})

/** The formatting a description can have. Anything else that is pasted keeps only its text. */
export const extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    heading: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    listItem: false,
    orderedList: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      protocols: ['http', 'https'],
      isAllowedUri: (address) => isWebAddress(address),
      shouldAutoLink: (address) => isWebAddress(address),
    },
  }),
  Item,
  Numbered,
]

export const schema = getSchema(extensions)
const json = z.custom<JSONContent>((value) => typeof value === 'object' && value !== null)

/** The editor's node or mark for each part of Markdown. */
export const parts: ConstructorParameters<typeof MarkdownParser>[2] = {
  paragraph: { block: 'paragraph' },
  list_item: { block: 'listItem' },
  bullet_list: { block: 'bulletList' },
  ordered_list: {
    block: 'orderedList',
    getAttrs: (token) => ({ start: Number(token.attrGet('start') ?? 1) }),
  },
  softbreak: { node: 'hardBreak' },
  hardbreak: { node: 'hardBreak' },
  strong: { mark: 'bold' },
  em: { mark: 'italic' },
  link: { mark: 'link', getAttrs: (token) => ({ href: token.attrGet('href') }) },
  separator: { ignore: true, noCloseToken: true },
}

const parser = new MarkdownParser(schema, descriptionMarkdown, parts)

/** A stored description as the editor's document. Plain text keeps its lines. */
export function documentOf(description: string, format: DescriptionFormat): JSONContent {
  if (format === 'markdown') return json.parse(parser.parse(description).toJSON())
  const paragraphs = description.split(/\n{2,}/).map((lines) => ({
    type: 'paragraph',
    content: lines
      .split('\n')
      .flatMap((line, place) => [
        ...(place === 0 ? [] : [{ type: 'hardBreak' }]),
        ...(line === '' ? [] : [{ type: 'text', text: line }]),
      ]),
  }))
  return { type: 'doc', content: paragraphs }
}

/** The editor's document in its stored form, or empty text if it shows nothing. */
export function markdownOf(document: JSONContent): string {
  const written = Node.fromJSON(schema, document)
  return isVisible(written.textContent) ? writeMarkdown(written) : ''
}

/** The largest list number in Markdown. */
const largestNumber = 999_999_999

/** The document as Markdown that parses back to the same document, with separators only where unavoidable. */
export function writeMarkdown(document: Node): string {
  return writeBlocks(document)
}

function writeBlocks(parent: Node): string {
  // Adjacent lists need different marks, or they would merge.
  const marks = parent.children.map(() => 0)
  parent.children.forEach((block, place) => {
    const before = parent.children[place - 1]
    if (before?.type === block.type) marks[place] = 1 - (marks[place - 1] ?? 0)
  })
  return parent.children.map((block, place) => writeBlock(block, marks[place] === 1)).join('\n\n')
}

function writeBlock(block: Node, hasOtherMark: boolean): string {
  if (block.type.name === 'bulletList') return writeItems(block, () => (hasOtherMark ? '+' : '-'))
  if (block.type.name === 'orderedList') {
    const start = Number(block.attrs['start'] ?? 1)
    const end = hasOtherMark ? ')' : '.'
    return writeItems(block, (place) => `${Math.min(start + place, largestNumber)}${end}`)
  }
  return writeInline(block) || separator
}

function writeItems(list: Node, markOf: (place: number) => string): string {
  return list.children
    .map((item, place) => {
      const mark = markOf(place)
      const isEmpty = item.childCount === 1 && item.firstChild?.childCount === 0
      if (isEmpty) return mark
      const [first = '', ...rest] = writeBlocks(item).split('\n')
      const indent = ' '.repeat(mark.length + 1)
      return [`${mark} ${first}`, ...rest.map((line) => (line === '' ? '' : `${indent}${line}`))].join('\n')
    })
    .join('\n')
}
