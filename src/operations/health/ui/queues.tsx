import { Badge } from '#web/kit/layout/badge.tsx'
import type { Queue } from '../contract.ts'
import { queueNames } from './find-problems.ts'
import { durationText } from './quantity-text.ts'

/** What the store has to do: what waits for its time is as it should be, what is due for long is not. */
export function Queues({ queues }: { readonly queues: readonly Queue[] }) {
  return (
    <section aria-labelledby="queues" className="panel p-5 sm:p-7">
      <h2 id="queues" className="text-xl font-semibold">
        Work to be done
      </h2>
      <p className="mt-1 max-w-2xl text-muted">
        What waits comes up at its time, or is tried again after a failure. What is due is taken up within
        seconds.
      </p>
      <ul className="mt-5 grid gap-3">
        {queues.map(({ queue, waiting, due, oldestSeconds }) => (
          <li
            key={queue}
            className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 border-t border-line pt-3 tabular-nums md:grid-cols-[minmax(0,1fr)_8rem_6rem_12rem]"
          >
            <span className="col-span-full font-semibold md:col-span-1">{queueNames[queue].name}</span>
            {waiting === 0 ? (
              <span className="col-span-full text-muted md:col-span-1">Nothing waits</span>
            ) : (
              <>
                <span>{countText(waiting)} waiting</span>
                <span>
                  <Badge tone={due === 0 ? 'neutral' : 'brand'}>{`${countText(due)} due`}</Badge>
                </span>
                <span className="col-span-full text-sm text-muted md:col-span-1">
                  The oldest for {durationText(oldestSeconds)}
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The server counts up to 2,000. */
function countText(count: number): string {
  return count >= 2_000 ? '2,000+' : count.toLocaleString('en-US')
}
