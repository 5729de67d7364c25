import { CircleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'
import { Button, buttonClass } from '../layout/button.tsx'
import { StatePanel } from './state-panel.tsx'

type Props = { readonly onRetry: () => void; readonly isRetrying?: boolean }

export function ContactLink() {
  return (
    <a href="/contact-us" className={buttonClass('ghost')}>
      {t('Contact us')}
    </a>
  )
}

/**
 * Shown instead of a page that could not be rendered. This is a bug of ours and does not mean that saved data is
 * affected.
 */
export function CrashNote({ onRetry, isRetrying = false }: Props) {
  return (
    <StatePanel
      tone="danger"
      icon={CircleAlert}
      title={t('We could not show this page')}
      text={t(
        'Something went wrong on our side. What you saved is still saved. Try again, and contact us if this happens again.',
      )}
    >
      <Button variant="secondary" isBusy={isRetrying} onClick={onRetry}>
        {t('Try again')}
      </Button>
      <ContactLink />
    </StatePanel>
  )
}

type BoundaryProps = { readonly children: ReactNode }

/**
 * Wraps everything that has no frame of its own, so that a page that cannot be rendered shows an error and is never
 * blank.
 */
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
