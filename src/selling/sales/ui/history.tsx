import { When } from '#web/kit/layout/when.tsx'
import type { SaleDetail } from '../contract.ts'
import { causeText, eventText } from './cause-words.ts'
import { statusText } from './status-badge.tsx'

/** What became of a purchase, step by step. */
export function History({ history: entries, ...cost }: Pick<SaleDetail, 'history' | 'total' | 'isFree'>) {
  return (
    <section aria-labelledby="history" className="panel p-5 sm:p-7">
      <h2 id="history" className="text-xl font-semibold">
        History
      </h2>
      <ol className="mt-5 grid">
        {entries.map(({ status, at, cause, event }, index) => (
          <li key={`${at} ${status} ${index}`} className="relative grid gap-0.5 pb-6 pl-7 last:pb-0">
            {index < entries.length - 1 && (
              <span aria-hidden className="absolute top-2 bottom-[-0.5rem] left-[5px] w-0.5 bg-line" />
            )}
            <span
              aria-hidden
              className={`absolute top-1.5 left-0 size-3 rounded-full ${index === entries.length - 1 ? 'bg-brand-fill' : 'bg-edge'}`}
            />
            <span className="font-medium">{eventText({ event, cause }) ?? statusText(status, cost)}</span>
            <span className="text-sm text-muted">
              <When at={at} />
            </span>
            {cause !== '' && <span className="text-sm break-words text-muted">{causeText(cause)}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
