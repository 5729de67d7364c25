import { CirclePause } from 'lucide-react'
import { Notice } from '#web/kit/feedback/notice.tsx'

/** Says on a form's own pages that nobody can buy it now. */
export function PausedNote() {
  return (
    <Notice tone="warning">
      <p className="flex gap-2">
        <CirclePause aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>Sales are paused: the page says so, and nobody can pay. Subscriptions go on.</span>
      </p>
    </Notice>
  )
}
