import { z } from 'zod'
import { msg, t } from '#foundation/language/t.ts'
import { pictureAddress } from '#accounts/uploads/contract.ts'
import type { BlockKind } from '#foundation/db/tables/form-content.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { fieldText } from '#foundation/http/input/field-text.ts'
import { line, isVisible, optional, text, uuid } from '#foundation/http/input/fields.ts'
import { translatedTexts } from '#foundation/http/input/translated-texts.ts'

export const blockKinds = [
  'inside',
  'faq',
  'proof',
  'person',
  'text',
  'picture',
  'logos',
] as const satisfies readonly BlockKind[]

export const blockLabels = {
  inside: msg('What is inside'),
  faq: msg('Questions and answers'),
  text: msg('Text'),
  picture: msg('Picture'),
  person: msg('About a person'),
  logos: msg('Logos'),
  proof: msg('Testimonials'),
} as const satisfies Record<BlockKind, unknown>

export const mostBlocks = 12
/** The maximum number of characters in all blocks of a form together, in the seller's own language. */
export const mostBlockText = 40_000
/** The maximum number of lines, questions or other items in a block. */
const mostItems = 30
/** In characters. */
export const longestBlockTexts = { title: 120, text: 5_000, itemTitle: 200, itemText: 2_000 } as const

type Use = 'none' | 'optional' | 'required'

/** What a kind of block consists of. Fields that it does not use are emptied. */
type BlockParts = {
  readonly title: Use
  readonly text: Use
  readonly image: Use
  /** The maximum number of items, or 0 if it has none. */
  readonly most: number
  readonly item: { readonly title: Use; readonly text: Use; readonly image: Use }
}

const noItem = { title: 'none', text: 'none', image: 'none' } as const

export const blockParts: Readonly<Record<BlockKind, BlockParts>> = {
  inside: list(12, { ...noItem, title: 'required' }),
  faq: list(mostItems, { ...noItem, title: 'required', text: 'required' }),
  proof: list(6, { title: 'required', text: 'required', image: 'optional' }),
  logos: list(6, { ...noItem, title: 'required', image: 'required' }),
  text: { title: 'optional', text: 'required', image: 'none', most: 0, item: noItem },
  picture: { title: 'optional', text: 'optional', image: 'required', most: 0, item: noItem },
  person: { title: 'required', text: 'required', image: 'optional', most: 0, item: noItem },
}

function list(most: number, item: BlockParts['item']): BlockParts {
  return { title: 'optional', text: 'none', image: 'none', most, item }
}

const image = optional(pictureAddress).default(null)

const blockItem = z.object({
  title: line(longestBlockTexts.itemTitle).default(''),
  text: text(longestBlockTexts.itemText).trim().default(''),
  image,
  texts: translatedTexts({
    title: line(longestBlockTexts.itemTitle),
    text: text(longestBlockTexts.itemText),
  }),
})

const fields = z.object({
  id: uuid.describe('Chosen by the client. It stays the same when the block changes'),
  kind: z.enum(blockKinds, { error: fieldText }),
  /** The heading; of a picture, what it shows; of a person, their name. */
  title: line(longestBlockTexts.title).default(''),
  /** Markdown with emphasis, lists and links, like the description. */
  text: text(longestBlockTexts.text).trim().default(''),
  image,
  /** The lines, questions, testimonials or logos. */
  items: z
    .array(blockItem)
    .max(mostItems, { error: () => t('Add up to {most}', { most: mostItems }) })
    .default([]),
  texts: translatedTexts({ title: line(longestBlockTexts.title), text: text(longestBlockTexts.text) }),
})

/** A block of a payment page. */
export const formBlock = fields.transform(usedParts).superRefine(checkParts)

type Given = z.output<typeof fields>

/** The block without the fields that its kind does not use, and without empty lines. */
function usedParts(block: Given): Given {
  const parts = blockParts[block.kind]
  const { title, text: words, image: picture } = parts.item
  const items = parts.most === 0 ? [] : block.items
  return {
    ...block,
    title: parts.title === 'none' ? '' : block.title,
    text: parts.text === 'none' ? '' : block.text,
    image: parts.image === 'none' ? null : block.image,
    items: items
      .map((item) => ({
        ...item,
        title: title === 'none' ? '' : item.title,
        text: words === 'none' ? '' : item.text,
        image: picture === 'none' ? null : item.image,
      }))
      .filter((item) => block.kind !== 'inside' || isVisible(item.title)),
  }
}

type Texts = { readonly title: string; readonly text: string; readonly image: string | null }

function checkParts(block: Given, context: z.RefinementCtx): void {
  const parts = blockParts[block.kind]
  const report = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message })
  const check = (uses: Record<keyof Texts, Use>, texts: Texts, at: (string | number)[]) => {
    for (const name of ['title', 'text'] as const)
      if (uses[name] === 'required' && !isVisible(texts[name])) report([...at, name], messages.required())
    if (uses.image === 'required' && texts.image === null) report([...at, 'image'], t('Upload a picture'))
  }
  check(parts, block, [])
  for (const [place, item] of block.items.entries()) check(parts.item, item, ['items', place])
  if (parts.most === 0) return
  if (block.items.length === 0) report(['items'], t('Add at least one'))
  if (block.items.length > parts.most) report(['items'], t('Add up to {most}', { most: parts.most }))
}

/** What the payment page says next to the price, from top to bottom. */
export const blockList = z
  .array(formBlock)
  .max(mostBlocks, { error: () => t('A page can have up to {most} blocks', { most: mostBlocks }) })
  .superRefine((blocks, context) => {
    for (const [place, { id }] of blocks.entries()) {
      if (blocks.findIndex((block) => block.id === id) === place) continue
      context.addIssue({ code: 'custom', path: [place, 'id'], message: t('Another block has this id') })
    }
    const length = blocks.reduce((sum, block) => sum + lengthOf(block), 0)
    if (length <= mostBlockText) return
    const message = t('The blocks have {length} characters together. A page can have up to {most}', {
      length: length.toLocaleString('en'),
      most: mostBlockText.toLocaleString('en'),
    })
    context.addIssue({ code: 'custom', message })
  })

function lengthOf({ title, text: words, items }: Given): number {
  return items.reduce((sum, item) => sum + item.title.length + item.text.length, title.length + words.length)
}
