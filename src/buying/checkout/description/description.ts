import type { DescriptionFormat } from '#foundation/db/tables/products.ts'

/** The format of a form's description: plain text, or Markdown with emphasis, lists and links. */
export const descriptionFormats = ['plain', 'markdown'] as const satisfies readonly DescriptionFormat[]

/** A piece of text with uniform formatting. It can contain line breaks. */
export type Run = {
  readonly text: string
  readonly isBold?: true
  readonly isItalic?: true
  /** A complete URL, or an email address after `mailto:`. */
  readonly href?: string
}

/**
 * A paragraph (empty for an empty line), or a list whose items contain blocks. `start` is the first number of
 * a numbered list.
 */
export type Block =
  | { readonly runs: readonly Run[] }
  | { readonly items: readonly (readonly Block[])[]; readonly start: number | null }

/** A description as pages show it: plain text, or blocks with emphasis. Neither contains markup. */
export type ShownDescription = string | readonly Block[]

/** The description as text without emphasis, for places that show no formatting. */
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

/** How wide the product's details are: next to the payment on a wide screen, or above it on others. */
export const detailsSizes =
  '(min-width: 72rem) 37.5rem, (min-width: 64rem) calc(100vw - 34.5rem), calc(100vw - 2rem)'
