import { useSyncExternalStore } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { askedAt } from '../../fields/asked-fields.ts'
import { readAnswers } from '../../fields/read-answers.ts'
import type { AliveQuestions } from './opened.ts'
import { inputName, Questions, type QuestionsProps } from './questions.tsx'

type Shown = Required<QuestionsProps>

/** Hydrates the questions as a tree of their own: the page's tree keeps the server's markup here. */
export function enliven(place: HTMLElement, data: Shown['data']): AliveQuestions {
  let shown: Shown = { data, problems: {} }
  const listeners = new Set<() => void>()
  const show = (now: Partial<Shown>) => {
    shown = { ...shown, ...now }
    for (const listener of listeners) listener()
  }
  const store: Store = {
    read: () => shown,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const asked = () => askedAt(shown.data.fields ?? [], shown.data.pricing.priceId ?? '')
  hydrateRoot(place, <Alive store={store} />, { onRecoverableError: () => undefined })
  place.addEventListener('input', ({ target }) => {
    const name = target instanceof Element ? target.getAttribute('name') : null
    const left = Object.entries(shown.problems).filter(([slug]) => inputName(slug) !== name)
    if (left.length < Object.keys(shown.problems).length) show({ problems: Object.fromEntries(left) })
  })
  return {
    show: (now) => show({ data: now }),
    check: (answers) => {
      const { problems } = readAnswers(asked(), answers)
      show({ problems })
      return Object.keys(problems).length === 0
    },
    refuse: (fields) => {
      const found = asked().flatMap(({ slug }) => {
        const problem = fields[inputName(slug)]
        return problem === undefined ? [] : [[slug, problem] as const]
      })
      if (found.length > 0) show({ problems: Object.fromEntries(found) })
    },
    focus: () => {
      const wrong = asked().find(({ slug }) => slug in shown.problems)
      const name = CSS.escape(inputName(wrong?.slug ?? ''))
      place.querySelector<HTMLElement>(`[name=${name}]`)?.focus()
    },
  }
}

type Store = {
  readonly read: () => Shown
  readonly subscribe: (listener: () => void) => () => void
}

function Alive({ store }: { readonly store: Store }) {
  return <Questions {...useSyncExternalStore(store.subscribe, store.read, store.read)} />
}
