import { keepTyped } from '../page/reload-page.ts'
import { isRecord } from '../payment/is-record.ts'
import { persist } from '../page/persist.ts'
import type { QuestionsProps } from './questions.tsx'
import type { AliveQuestions, OpenQuestions } from './opened.ts'

type Module = { readonly enliven: (place: HTMLElement, data: QuestionsProps['data']) => AliveQuestions }

/**
 * Hydrates the questions where the server has rendered them. They are part of the offers' script, so that a form
 * without questions loads none of it before it is paid.
 */
export const openQuestions: OpenQuestions = (place) => {
  let alive: AliveQuestions | null = null
  let latest: QuestionsProps['data'] | null = null
  let refused: Readonly<Record<string, string>> = {}
  let isClosed = false
  const load = async () => {
    const { enliven } = await persist<Module>(() => import('../offers/offers-after.tsx'), isModule)
    if (isClosed || latest === null) return
    alive = enliven(place, latest)
    alive.refuse(refused)
  }
  // A reload or another page loses nothing.
  const keep = () => keepTyped(place.closest('form'))
  window.addEventListener('pagehide', keep)
  return {
    show: (data) => {
      const isFirst = latest === null
      latest = data
      alive?.show(data)
      // The server checks what the page cannot.
      if (isFirst) load().catch(() => undefined)
    },
    check: (asked, isBeforeWallet) => alive?.check(asked, isBeforeWallet) ?? true,
    fill: (details) => alive?.fill(details),
    refuse: (fields) => {
      refused = fields
      alive?.refuse(fields)
    },
    focus: () => alive?.focus(),
    close: () => {
      isClosed = true
      window.removeEventListener('pagehide', keep)
    },
  }
}

function isModule(module: unknown): module is Module {
  return isRecord(module) && typeof module['enliven'] === 'function'
}
