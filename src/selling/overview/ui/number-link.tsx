import { Link } from 'react-router'

type Props = {
  /** Where exactly the purchases are listed that it counts. */
  readonly to: string
  /** What it counts, for who does not see where it stands. */
  readonly of: string
  readonly children: string
}

/** A number that leads to its rows. */
export function NumberLink({ to, of, children }: Props) {
  return (
    <Link
      to={to}
      aria-label={`${of}: ${children}, show the purchases`}
      className="rounded underline decoration-edge/60 decoration-1 underline-offset-4 hover:text-brand hover:decoration-brand"
    >
      {children}
    </Link>
  )
}
