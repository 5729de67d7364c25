import type { DescriptionFormat } from '#foundation/db/tables/products.ts'

/** The format of a description: plain text, or Markdown with emphasis, lists and links. */
export const descriptionFormats = ['plain', 'markdown'] as const satisfies readonly DescriptionFormat[]

/** A stretch of text with one look; line breaks are part of it. */
export type Run = {
  readonly text: string
  readonly isBold?: true
  readonly isItalic?: true
  /** A whole web address, or an email address behind `mailto:`. */
  readonly href?: string
}

/**
 * A paragraph (empty for an empty line), or a list whose items hold blocks; `start` is the first number of a numbered
 * list.
 */
export type Block =
  | { readonly runs: readonly Run[] }
  | { readonly items: readonly (readonly Block[])[]; readonly start: number | null }

/** A description as pages show it: plain text, or blocks with emphasis. Neither holds markup. */
export type ShownDescription = string | readonly Block[]

/** The text without its emphasis, for places that show none. */
export function plainDescription(description: ShownDescription): string {
  return typeof description === 'string' ? description : textOf(description)
}

export function textOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) =>
      'runs' in block ? block.runs.map(({ text }) => text).join('') : block.items.map(itemText).join('\n'),
    )
    .join('\n\n')
}

function itemText(blocks: readonly Block[]): string {
  return `• ${textOf(blocks)}`
}

/** The width of the product's details: next to the payment on a wide screen, above it on others. */
export const detailsSizes =
  '(min-width: 72rem) 37.5rem, (min-width: 64rem) calc(100vw - 34.5rem), calc(100vw - 2rem)'
