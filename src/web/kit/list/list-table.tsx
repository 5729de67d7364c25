import type { ReactNode } from 'react'

type Props = {
  /** What its rows are. */
  readonly name: string
  readonly columns: readonly string[]
  /** The last columns, of numbers, which stand at the right. */
  readonly amounts: readonly string[]
  /** From which width on there is room for it, such as `lg:block`. */
  readonly className: string
  readonly children: ReactNode
}

/** What a list is where there is room for a table; its rows are the children. */
export function ListTable({ name: title, columns, amounts, className, children }: Props) {
  return (
    <div className={`panel hidden overflow-hidden ${className}`}>
      <table aria-label={title} className="w-full text-left">
        <thead className="bg-sunken text-sm text-muted">
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" className="px-5 py-3 font-medium">
                {name}
              </th>
            ))}
            {amounts.map((name) => (
              <th key={name} scope="col" className="px-5 py-3 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
