import { keepTyped } from '../page/reload-page.ts'
import { isRecord } from '../payment/is-record.ts'
import { persist } from '../page/persist.ts'
import type { QuestionsProps } from './questions.tsx'
import type { AliveQuestions, OpenQuestions, ShowTax } from './opened.ts'

type Module = {
  readonly enliven: (place: HTMLElement, data: QuestionsProps['data'], onTax: ShowTax) => AliveQuestions
}

/**
 * Hydrates the questions that the server has rendered. This is part of the offers' script, so that a form
 * without questions does not load it before the payment.
 */
export const openQuestions: OpenQuestions = (place, onTax) => {
  let alive: AliveQuestions | null = null
  let latest: QuestionsProps['data'] | null = null
  let refused: Readonly<Record<string, string>> = {}
  let isClosed = false
  const load = async () => {
    const { enliven } = await persist<Module>(() => import('../offers/offers-after.tsx'), isModule)
    if (isClosed || latest === null) return
    alive = enliven(place, latest, onTax)
    alive.refuse(refused)
  }
  // Saves the answers, so that a reload or another page does not lose them.
  const keep = () => keepTyped(place.closest('form'))
  window.addEventListener('pagehide', keep)
  return {
    show: (data) => {
      const isFirst = latest === null
      latest = data
      alive?.show(data)
      // If the script does not load, the server still checks the answers.
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
