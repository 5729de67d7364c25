import { getSchema, type JSONContent } from '@tiptap/core'
import { ListItem } from '@tiptap/extension-list'
import StarterKit from '@tiptap/starter-kit'
import { MarkdownParser, MarkdownSerializer, defaultMarkdownSerializer } from 'prosemirror-markdown'
import { Node } from '@tiptap/pm/model'
import { z } from 'zod'
import { descriptionMarkdown } from '#buying/checkout/read-description.ts'
import type { DescriptionFormat } from '#foundation/db/tables/products.ts'
import { isWebAddress } from '#foundation/http/fields.ts'

/** Tab leads on to the next field, as everywhere: it does not move what is in a list. */
const Item = ListItem.extend({
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) }
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
    trailingNode: false,
    link: {
      openOnClick: false,
      protocols: ['http', 'https'],
      isAllowedUri: (address) => isWebAddress(address),
      shouldAutoLink: (address) => isWebAddress(address),
    },
  }),
  Item,
]

const schema = getSchema(extensions)
const json = z.custom<JSONContent>((value) => typeof value === 'object' && value !== null)

const parser = new MarkdownParser(schema, descriptionMarkdown, {
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
})

const { nodes, marks } = defaultMarkdownSerializer

function known<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new RangeError('The serializer knows all of Markdown')
  return thing
}

const serializer = new MarkdownSerializer(
  {
    paragraph: known(nodes['paragraph']),
    text: (state, node, parent, index) => {
      const { text = '', marks: own } = node
      const isNewLine = index > 0 && parent.child(index - 1).type.name === 'hardBreak'
      // What begins a line must not begin a list.
      if (isNewLine && own.length === 0) state.text(state.esc(text, true), false)
      else known(nodes['text'])(state, node, parent, index)
    },
    hardBreak: known(nodes['hard_break']),
    listItem: known(nodes['list_item']),
    bulletList: (state, node) => state.renderList(node, '  ', () => '- '),
    orderedList: (state, node) => {
      const start = Number(node.attrs['start'] ?? 1)
      const width = String(start + node.childCount - 1).length + 2
      state.renderList(node, ' '.repeat(width), (place) => `${start + place}. `.padEnd(width))
    },
  },
  { bold: known(marks['strong']), italic: known(marks['em']), link: known(marks['link']) },
)

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

/** The editor's document as it is stored. */
export function markdownOf(document: JSONContent): string {
  return serializer.serialize(Node.fromJSON(schema, document), { tightLists: true })
}
