import type { ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'

type Props = {
  /** The kind of the table's rows. */
  readonly name: string
  readonly columns: readonly string[]
  /** The number columns at the end, aligned right. */
  readonly amounts: readonly string[]
  /** Whether each row ends with buttons. */
  readonly hasActions?: boolean
  /** The breakpoint from which the table is shown, such as `lg:block`. */
  readonly className: string
  readonly children: ReactNode
}

/** A list as a table, on wide screens. Its rows are the children. */
export function ListTable({ name: title, columns, amounts, hasActions = false, className, children }: Props) {
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
            {hasActions && (
              <th scope="col" className="px-3 py-3">
                <span className="sr-only">{t('Actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
