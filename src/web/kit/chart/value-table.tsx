import { t } from '#foundation/language/t.ts'
import type { Point, SeriesNames } from './point.ts'

type Props = { readonly points: readonly Point[]; readonly title: string; readonly names: SeriesNames }

/** The numbers of a chart as a table. The text of a part already includes its whole. */
export function ValueTable({ points, title, names }: Props) {
  return (
    <details className="group mt-3 text-sm">
      <summary className="w-fit rounded py-0.5 text-muted underline underline-offset-4 hover:text-brand">
        <span className="group-open:hidden">{t('Show as a table')}</span>
        <span className="hidden group-open:inline">{t('Hide the table')}</span>
        <span className="sr-only">: {title}</span>
      </summary>
      <table aria-label={title} className="mt-3 w-full text-left tabular-nums">
        <thead className="text-muted">
          <tr>
            {[t('When'), names.value, names.before].map(
              (name, index) =>
                name !== undefined && (
                  <th
                    key={name}
                    scope="col"
                    className={`py-1.5 font-medium ${index === 0 ? '' : 'pl-3 text-right'}`}
                  >
                    {name}
                  </th>
                ),
            )}
          </tr>
        </thead>
        <tbody>
          {points.map(({ name, text, before }, index) => (
            <tr key={`${name} ${index}`} className="border-t border-line">
              <th scope="row" className="py-1.5 font-normal">
                {name}
              </th>
              <td className="py-1.5 pl-3 text-right">{text}</td>
              {names.before !== undefined && (
                <td className="py-1.5 pl-3 text-right text-muted">{before?.text}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
