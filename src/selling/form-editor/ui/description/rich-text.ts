import { getSchema, type JSONContent } from '@tiptap/core'
import { ListItem, OrderedList } from '@tiptap/extension-list'
import StarterKit from '@tiptap/starter-kit'
import { MarkdownParser } from 'prosemirror-markdown'
import { Node } from '@tiptap/pm/model'
import { z } from 'zod'
import { descriptionMarkdown } from '#buying/checkout/description/description-markdown.ts'
import type { DescriptionFormat } from '#foundation/db/tables/products.ts'
import { isVisible, isWebAddress } from '#foundation/http/input/fields.ts'
import { writeMarkdown } from './write-markdown.ts'

/** Tab leads on to the next field, as everywhere: it does not move what is in a list. */
const Item = ListItem.extend({
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) }
  },
})

/** Numbers alone: letters that are pasted would be numbers on the page. */
const Numbered = OrderedList.extend({
  addAttributes() {
    const read = (list: HTMLElement) => Number(list.getAttribute('start') ?? 1)
    return { start: { default: 1, parseHTML: read } }
  },
})

/** What a description can have: whatever else is pasted loses its form and keeps its text. */
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

/** What each part of Markdown is in the editor. */
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

/** A stored description as the editor's document. Of plain text each line stays one. */
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

/** The editor's document as it is stored; what shows nothing is empty. */
export function markdownOf(document: JSONContent): string {
  const written = Node.fromJSON(schema, document)
  return isVisible(written.textContent) ? writeMarkdown(written) : ''
}
