import { say, t } from '#foundation/language/t.ts'
import type { BlockItem, BlockKind, FormBlock } from '#foundation/db/tables/form-content.ts'
import type { OwnText } from '#selling/catalog/ui/translated-fields.tsx'
import { blockLabels, blockParts, longestBlockTexts } from '#selling/forms/blocks/form-block.ts'
import type { FormValues } from '../editor/form-values.ts'

type TypedBlock = NonNullable<FormValues['blocks']>[number]

type TypedItem = NonNullable<TypedBlock['items']>[number]

const emptyItem: BlockItem = { title: '', text: '', image: null, texts: {} }

/** The blocks as typed, with every field. */
export function blocksOf(typed: readonly TypedBlock[] | undefined): FormBlock[] {
  return (typed ?? []).map(({ id, kind, title = '', text = '', image, items = [], texts = {} }) => ({
    id,
    kind,
    title,
    text,
    image: image ?? null,
    items: items.map(itemOf),
    texts,
  }))
}

function itemOf({ title = '', text = '', image, texts = {} }: TypedItem): BlockItem {
  return { title, text, image: image ?? null, texts }
}

/** Headings that most shops would write. */
const headed: readonly BlockKind[] = ['inside', 'faq']

/** A new block of a kind. Its heading is filled in if the seller writes in English. */
export function newBlock(kind: BlockKind, id: string, language: string): FormBlock {
  const title = headed.includes(kind) && language === 'en' ? say(blockLabels[kind]) : ''
  const items = blockParts[kind].most > 0 && kind !== 'inside' ? [emptyItem] : []
  return { id, kind, title, text: '', image: null, items, texts: {} }
}

export function withItem(block: FormBlock): Pick<FormBlock, 'items'> {
  return { items: [...block.items, emptyItem] }
}

/** The items for lines of text. A line that stays, or is changed in place, keeps its translations. */
export function itemsOfLines(lines: string, before: readonly BlockItem[]): BlockItem[] {
  const titles = lines === '' ? [] : lines.split('\n')
  return titles.map((title, place) => {
    const same = before.find((item) => item.title === title)
    const inPlace = titles.length === before.length ? before[place] : undefined
    return { ...(same ?? inPlace ?? emptyItem), title }
  })
}

/** What a block says, in a few words. */
export function summaryOf({ title, items, text }: FormBlock): string {
  return title || (items[0]?.title ?? '') || text
}

/** The blocks and lines in which something was entered, complete or not, as the preview shows them. */
export function begunBlocks(typed: readonly TypedBlock[] | undefined): FormBlock[] {
  return blocksOf(typed)
    .map((block) => ({
      ...block,
      items: block.items.filter((item) => `${item.title}${item.text}`.trim() !== '' || item.image !== null),
    }))
    .filter(
      ({ title, text, image, items }) =>
        `${title}${text}`.trim() !== '' || image !== null || items.length > 0,
    )
}

/** A block's texts to translate. Empty ones need no translation. */
export function textsOfBlock(block: FormBlock, place: number): OwnText[] {
  const name = say(blockLabels[block.kind])
  const longest = longestBlockTexts
  const path = `blocks.${place}.texts`
  return [
    {
      path,
      name: 'title',
      label: t('{name}: heading', { name }),
      original: block.title,
      maxLength: longest.title,
    },
    {
      path,
      name: 'text',
      label: t('{name}: text', { name }),
      original: block.text,
      maxLength: longest.text,
      isLong: true,
    },
    ...block.items.flatMap((item, at): OwnText[] => [
      {
        path: `blocks.${place}.items.${at}.texts`,
        name: 'title',
        label: t('{name}: entry {number}', { name, number: at + 1 }),
        original: item.title,
        maxLength: longest.itemTitle,
      },
      {
        path: `blocks.${place}.items.${at}.texts`,
        name: 'text',
        label: t('{name}: text of entry {number}', { name, number: at + 1 }),
        original: item.text,
        maxLength: longest.itemText,
        isLong: true,
      },
    ]),
  ]
}
