import { CloudOff } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { Button } from '../layout/button.tsx'

type Props = { readonly onRetry: () => void; readonly isRetrying?: boolean }

const contact = (text: ReactNode) => (
  <a href="/contact-us" className="underline">
    {text}
  </a>
)

/** Replaces a page that could not be rendered: a bug of ours, which says nothing about saved data. */
export function CrashNote({ onRetry, isRetrying = false }: Props) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-3xl bg-danger-soft px-6 py-14 text-center"
    >
      <CloudOff aria-hidden className="size-9 text-danger" />
      <h2 className="text-xl font-semibold">{t('We could not show this page')}</h2>
      <p className="max-w-md text-pretty">
        {rich(
          'Something went wrong on our side. What you saved is still saved. Try again, and <contact>write to us</contact> if this happens again.',
          { contact },
        )}
      </p>
      <Button variant="secondary" className="mt-2" isBusy={isRetrying} onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  )
}

type BoundaryProps = { readonly children: ReactNode }

/** Wraps everything without its own frame: a page that cannot be rendered says so and is never blank. */
export class ErrorBoundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className="mx-auto grid min-h-dvh max-w-3xl content-center px-4 py-8 sm:px-6">
        <CrashNote onRetry={() => this.setState({ hasFailed: false })} />
      </main>
    )
  }
}
