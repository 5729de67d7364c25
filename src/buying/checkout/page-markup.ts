import { pathToFileURL } from 'node:url'
import type { ViteDevServer } from 'vite'
import type { NoticePageData, PaymentPageData } from './page-data.ts'

/** What `ui/render.tsx` offers: the markup below the document's root. */
export type PageMarkup = {
  readonly renderPage: (data: PaymentPageData) => string
  readonly renderNotice: (notice: NoticePageData) => string
}

/** Loads the built renderer. */
export async function importMarkup(path: string): Promise<PageMarkup> {
  const module: unknown = await import(pathToFileURL(path).href)
  return checkMarkup(module)
}

/** The renderer from a development server's sources: each use asks for them anew, so the next one shows a change. */
export async function openLiveMarkup(dev: ViteDevServer): Promise<() => PageMarkup> {
  const { isRunnableDevEnvironment } = await import('vite')
  const environment = dev.environments['ssr']
  if (environment === undefined || !isRunnableDevEnvironment(environment)) {
    throw new Error('The development server has no environment to render pages in')
  }
  const load = async () => {
    const module: unknown = await environment.runner.import('/src/buying/checkout/ui/render.tsx')
    return checkMarkup(module)
  }
  let current = await load()
  return () => {
    load().then(
      (loaded) => (current = loaded),
      (error: unknown) => dev.config.logger.error(String(error)),
    )
    return current
  }
}

function checkMarkup(module: unknown): PageMarkup {
  if (!isMarkup(module)) throw new Error('The payment page cannot be rendered: its build is not complete')
  return module
}

function isMarkup(module: unknown): module is PageMarkup {
  return (
    typeof module === 'object' &&
    module !== null &&
    'renderPage' in module &&
    typeof module.renderPage === 'function' &&
    'renderNotice' in module &&
    typeof module.renderNotice === 'function'
  )
}
