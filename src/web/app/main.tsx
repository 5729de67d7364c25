import './zod-without-eval.ts'
import './field-texts.ts'
import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '#web/kit/feedback/crash.tsx'
import { restoreLostFocus } from '#web/kit/dialog/restore-lost-focus.ts'
import { preserveTexts } from '#web/kit/browser/preserve-texts.ts'
import { loadNewerVersion, readDocument } from './newer-version.ts'
import { ownPath } from '#web/kit/browser/own-path.ts'
import { publicPages } from './public-pages.ts'
import { storedToken } from '#accounts/identity/ui/session.ts'
import { applyTheme, readTheme } from './theme.ts'

/**
 * The entry point of the browser's script. Pages without a session are small and independent. Everything else is the
 * app with its router, loaded on demand. Moving between them loads a full page, so that nothing of a former session
 * stays in memory.
 */
async function start(): Promise<void> {
  applyTheme(readTheme())
  preserveTexts()
  restoreLostFocus()
  window.addEventListener('vite:preloadError', () => {
    void loadNewerVersion(import.meta.url, {
      servedDocument: readDocument,
      reload: () => window.location.reload(),
      storage: sessionStorage,
      now: Date.now,
    })
  })
  const page = publicPages.get(window.location.pathname.replace(/(?<=.)\/+$/, ''))
  if (page?.isForVisitors === true && storedToken() !== null) {
    const wanted = new URLSearchParams(window.location.search).get('to')
    window.location.replace(ownPath(wanted, window.location.origin))
    return
  }
  const Component = page === undefined ? await loadApp() : await page.load()
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no #root')
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <Component />
      </ErrorBoundary>
    </StrictMode>,
  )
}

async function loadApp() {
  const { createApp } = await import('./app.tsx')
  return createApp()
}

void start()
