import { Component, type ReactNode } from 'react'
import { CrashNote } from './crash-note.tsx'

type Props = { readonly children: ReactNode }

/** Stands around whatever has no frame of its own: a page that cannot be drawn says so and never stays blank. */
export class ErrorBoundary extends Component<Props, { readonly hasFailed: boolean }> {
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
