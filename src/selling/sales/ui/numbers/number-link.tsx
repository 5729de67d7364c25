import { t } from '#foundation/language/t.ts'
import { Link } from 'react-router'

type Props = {
  /** The list of what the number counts. */
  readonly to: string
  /** The number's label, for screen readers. */
  readonly of: string
  readonly children: string
}

/** A number that links to its rows. */
export function NumberLink({ to, of, children }: Props) {
  return (
    <Link
      to={to}
      aria-label={t('{of}: {number}, show the list', { of, number: children })}
      className="rounded underline decoration-edge/60 decoration-1 underline-offset-4 hover:text-brand hover:decoration-brand"
    >
      {children}
    </Link>
  )
}
