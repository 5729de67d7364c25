import { t } from '#foundation/language/t.ts'

type Props = {
  /** What is loading, from the top: a table, or a panel or row with this height, given as a class. */
  readonly blocks: readonly string[]
  readonly label?: string
}

/** A placeholder for content while it loads, in the same shape. */
export function Skeleton({ blocks, label = t('Loading') }: Props) {
  return (
    <output className="grid animate-pulse gap-6">
      <span className="sr-only">{label}</span>
      {blocks.map((block, index) => (
        <Block key={`${block} ${index}`} block={block} />
      ))}
    </output>
  )
}

/** The heights of single rows, which have one line. */
const rows = ['h-11', 'h-12', 'h-14']

function Block({ block }: { readonly block: string }) {
  if (block === 'table') {
    return (
      <span className="panel block overflow-hidden">
        <span className="block h-11 bg-sunken" />
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <span key={row} className="flex h-16 items-center gap-6 border-t border-line px-5">
            <Line className="w-1/4" />
            <Line className="w-1/3" />
            <Line className="ml-auto w-20" />
          </span>
        ))}
      </span>
    )
  }
  if (rows.includes(block)) return <span className={`block rounded-xl bg-line/70 ${block}`} />
  return (
    <span className={`panel grid content-start gap-4 overflow-hidden p-6 ${block}`}>
      <Line className="w-1/3" />
      <Line className="w-full" />
      <Line className="w-5/6" />
      <Line className="w-2/3" />
    </span>
  )
}

function Line({ className }: { readonly className: string }) {
  return <span className={`block h-3.5 shrink-0 rounded-full bg-line ${className}`} />
}
