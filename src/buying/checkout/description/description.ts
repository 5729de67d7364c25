import type { DescriptionFormat } from '#foundation/db/tables/products.ts'

/** How a description is written: as it is shown, or as Markdown of which emphasis, lists and links count. */
export const descriptionFormats = ['plain', 'markdown'] as const satisfies readonly DescriptionFormat[]

/** Text that looks the same from its beginning to its end; line breaks are part of it. */
export type Run = {
  readonly text: string
  readonly isBold?: true
  readonly isItalic?: true
  /** A whole web address, or an email address behind `mailto:`. */
  readonly href?: string
}

/** A paragraph, empty for a line that is, or a list whose items hold blocks again; `start` is the first number of a numbered one. */
export type Block =
  | { readonly runs: readonly Run[] }
  | { readonly items: readonly (readonly Block[])[]; readonly start: number | null }

/** A description as pages show it: plain text, or the parts of one with emphasis. There is no markup in either. */
export type ShownDescription = string | readonly Block[]

/** What it says without its emphasis, for wherever there is none. */
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

/** The width of what the buyer gets: beside the payment on a wide screen, above it on others. */
export const detailsSizes =
  '(min-width: 72rem) 37.5rem, (min-width: 64rem) calc(100vw - 34.5rem), calc(100vw - 2rem)'
