import { CrashNote } from '#web/kit/feedback/crash-note.tsx'

/** Stands in for the whole app where what surrounds its pages could not be drawn. */
export function ShellError() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-3xl content-center px-4 py-8 sm:px-6">
      <CrashNote onRetry={() => window.location.reload()} />
    </main>
  )
}
