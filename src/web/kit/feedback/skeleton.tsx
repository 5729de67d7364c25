import { t } from '#foundation/language/t.ts'
type Props = {
  /** The heights of the blocks, as classes. */
  readonly blocks: readonly string[]
  readonly label?: string
}

/** A placeholder for content while it loads. */
export function Skeleton({ blocks, label = t('Loading') }: Props) {
  return (
    <output className="grid animate-pulse gap-6">
      <span className="sr-only">{label}</span>
      {blocks.map((height, index) => (
        <span key={`${height} ${index}`} className={`block rounded-3xl bg-sunken ${height}`} />
      ))}
    </output>
  )
}
