import type { BlockItem, FormBlock } from '#foundation/db/tables/form-content.ts'
import { translate, type Translated } from '#foundation/language/translations.ts'
import type { Block } from '../description/description.ts'
import { readDescription } from '../description/read-description.ts'

/** An item of a block as buyers see it. */
export type ShownItem = Pick<BlockItem, 'title' | 'image'> & Translated & { readonly text: readonly Block[] }

/** A block of a payment page as buyers see it in their language. */
export type ShownBlock = Pick<FormBlock, 'id' | 'kind' | 'title' | 'image'> &
  Translated & {
    readonly text: readonly Block[]
    readonly items: readonly ShownItem[]
  }

/** A form's blocks in a language. Texts without a translation stay in the seller's words. */
export function shownBlocks(blocks: readonly FormBlock[], language: string): ShownBlock[] {
  return blocks.map((block) => {
    const { texts: _, items, text, ...shown } = translate(block, language)
    return {
      ...shown,
      text: read(text),
      items: items.map((item) => {
        const { texts: __, text: words, ...told } = translate(item, language)
        return { ...told, text: read(words) }
      }),
    }
  })
}

function read(text: string): readonly Block[] {
  if (text === '') return []
  const shown = readDescription({ description: text, descriptionFormat: 'markdown' })
  return typeof shown === 'string' ? [{ runs: [{ text: shown }] }] : shown
}
