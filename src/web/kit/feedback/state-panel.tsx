import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

const tones = {
  neutral: 'bg-tag text-muted',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
} as const

type Props = {
  readonly tone: keyof typeof tones
  readonly icon: LucideIcon
  readonly title: string
  readonly text: ReactNode
  /** The buttons or links to continue with. */
  readonly children: ReactNode
}

/** Replaces content that cannot be shown with the reason and a way to continue. */
export function StatePanel({ tone, icon: Icon, title, text, children }: Props) {
  return (
    <div role="alert" className="panel flex flex-wrap gap-x-5 gap-y-4 p-6 sm:p-8">
      <span className={`grid size-12 shrink-0 place-items-center rounded-2xl ${tones[tone]}`}>
        <Icon aria-hidden className="size-6" />
      </span>
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-xl font-semibold">{title}</h2>
        <p className="mt-1 max-w-prose text-pretty text-muted">{text}</p>
        <div className="mt-5 flex flex-wrap gap-3">{children}</div>
      </div>
    </div>
  )
}
