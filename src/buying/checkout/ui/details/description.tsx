import type { ReactNode } from 'react'
import type { Foreign } from '#foundation/language/translations.ts'
import { textOf, type Block, type ShownDescription } from '../../description/description.ts'
import { ReadMore, foldText } from './read-more.tsx'
import { Runs } from './runs.tsx'

type DescriptionProps = {
  readonly text: ShownDescription
  readonly foreign: Foreign | undefined
  readonly foldedLength?: number
}

/**
 * A description of the product. A long one is folded after its first part, so that the payment stays within
 * reach on a phone.
 */
export function Description({ text, foreign, foldedLength = 900 }: DescriptionProps) {
  const [shown, rest] =
    typeof text === 'string' ? plainParts(text, foldedLength) : emphasizedParts(text, foldedLength)
  return (
    <div {...foreign} className="text-muted leading-relaxed wrap-anywhere">
      {shown}
      {rest !== null && <ReadMore className="mt-2">{rest}</ReadMore>}
    </div>
  )
}

type Parts = readonly [shown: ReactNode, rest: ReactNode]

function plainParts(text: string, length: number): Parts {
  const { shown, rest } = foldText(text, length)
  const paragraph = (part: string) => <p className="whitespace-pre-line">{part}</p>
  return [paragraph(shown), rest === '' ? null : paragraph(rest)]
}

function emphasizedParts(blocks: readonly Block[], length: number): Parts {
  // The first block is always shown whole, however long it is.
  const fitting = blocks.filter((_, place) => textOf(blocks.slice(0, place + 1)).length <= length)
  const cut = Math.max(1, fitting.length)
  return [
    <Blocks key="shown" blocks={blocks.slice(0, cut)} />,
    cut < blocks.length ? <Blocks key="rest" blocks={blocks.slice(cut)} /> : null,
  ]
}

/**
 * Renders the blocks of a description with their emphasis. They never change on the page, so their index is
 * their key.
 */
export function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <div className="grid gap-3">
      {blocks.map((block, place) =>
        'runs' in block ? (
          <p key={place} className="whitespace-pre-line">
            {block.runs.length === 0 && <br />}
            <Runs runs={block.runs} />
          </p>
        ) : (
          <List key={place} items={block.items} start={block.start} />
        ),
      )}
    </div>
  )
}

type ListProps = Extract<Block, { readonly items: unknown }>

function List({ items, start }: ListProps) {
  const entries = items.map((blocks, place) => (
    <li key={place}>
      <Blocks blocks={blocks} />
    </li>
  ))
  if (start === null) return <ul className="grid list-disc gap-1 ps-6">{entries}</ul>
  return (
    <ol start={start} className="grid list-decimal gap-1 ps-6">
      {entries}
    </ol>
  )
}
