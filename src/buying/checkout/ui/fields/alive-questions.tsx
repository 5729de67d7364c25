import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { missingDetails } from '../../fields/asked-details.ts'
import { askedAt } from '../../fields/asked-fields.ts'
import { regionOf } from './region.ts'
import { readAnswers } from '../../fields/read-answers.ts'
import { createTaxAsking } from './ask-tax.ts'
import type { AliveQuestions, ShowTax } from './opened.ts'
import { inputName, Questions, type QuestionsProps } from './questions.tsx'

type Shown = Required<QuestionsProps>

/** Hydrates the questions on their own. The rest of the page leaves their HTML from the server unchanged. */
export function enliven(place: HTMLElement, data: Shown['data'], onTax: ShowTax): AliveQuestions {
  let shown: Shown = { data, problems: {}, number: null, country: '' }
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
  const askTax = createTaxAsking(
    place,
    onTax,
    (number) => show({ number }),
    (problems) => show({ problems: { ...shown.problems, ...problems } }),
  )
  const inputs = () => [...place.querySelectorAll<HTMLInputElement>('[name]')]
  /** Shows the fields that depend on the country. */
  const showCountry = (now: Shown['data']) => {
    if (now.details?.setsTaxByPostalCode !== true) return
    const country = inputs().find(({ name }) => name === 'details.country')?.value ?? ''
    if (country !== shown.country) flushSync(() => show({ country }))
  }
  const askAgain = (now: Shown['data']) => {
    showCountry(now)
    void askTax(now)
  }
  const put = (details: Readonly<Record<string, string>>) => {
    for (const input of inputs()) {
      const known = details[input.name.replace('details.', '')]
      if (input.value === '' && known !== undefined) input.value = known
    }
  }
  const fill = (details: Readonly<Record<string, string>>) => {
    put(details)
    showCountry(shown.data)
    put(details)
    void askTax(shown.data)
  }
  hydrateRoot(place, <Alive store={store} />, { onRecoverableError: () => undefined })
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  fill({ country: regionOf(navigator.language, timeZone) })
  place.addEventListener('input', ({ target }) => {
    const name = target instanceof Element ? target.getAttribute('name') : null
    const left = Object.entries(shown.problems).filter(([wrong]) => wrong !== name)
    if (left.length < Object.keys(shown.problems).length) show({ problems: Object.fromEntries(left) })
  })
  // Asks the server when the buyer leaves a field or chooses an option, not at each letter.
  place.addEventListener('change', () => askAgain(shown.data))
  return {
    show: (now) => {
      show({ data: now })
      askAgain(now)
    },
    check: ({ answers, details }, isBeforeWallet = false) => {
      const { fields = [], details: asked, pricing } = shown.data
      const read = readAnswers(askedAt(fields, pricing.priceId ?? ''), answers)
      const given = { ...details, isBusiness: details['isBusiness'] === 'true' }
      const missing = asked === undefined || isBeforeWallet ? {} : missingDetails(asked, given)
      const problems = Object.fromEntries([
        ...Object.entries(missing).map(([name, problem]) => [`details.${name}`, problem] as const),
        ...Object.entries(read.problems).map(([slug, problem]) => [inputName(slug), problem] as const),
      ])
      show({ problems })
      return Object.keys(problems).length === 0
    },
    fill,
    refuse: (fields) => {
      const names = new Set(inputs().map(({ name }) => name))
      const found = Object.entries(fields).filter(([name]) => names.has(name))
      if (found.length > 0) show({ problems: Object.fromEntries(found) })
    },
    focus: () =>
      inputs()
        .find(({ name }) => name in shown.problems)
        ?.focus(),
  }
}

type Store = {
  readonly read: () => Shown
  readonly subscribe: (listener: () => void) => () => void
}

function Alive({ store }: { readonly store: Store }) {
  return <Questions {...useSyncExternalStore(store.subscribe, store.read, store.read)} />
}
