import { useEffect, useRef } from 'react'
import type { PaymentPageData } from '../../page/page-data.ts'
import type { Asked } from './asked.ts'
import type { OpenedQuestions, OpenQuestions } from './opened.ts'

/** The form's questions in their place, once `open` has been loaded. */
export function useQuestions(data: PaymentPageData, open: OpenQuestions | undefined) {
  const place = useRef<HTMLDivElement>(null)
  const opened = useRef<OpenedQuestions>(null)
  const isAsked = data.fields !== undefined
  useEffect(() => {
    if (!isAsked || open === undefined || place.current === null) return undefined
    const questions = open(place.current)
    opened.current = questions
    return () => {
      opened.current = null
      questions.close()
    }
  }, [isAsked, open])
  useEffect(() => opened.current?.show(data))
  return { place, opened }
}

/** What the form asks, as it was typed. */
export function askedIn(form: HTMLFormElement): Asked {
  const answers: Record<string, string[]> = {}
  const details: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) {
    const [, of, key = ''] = /^(answers|details)\.(.*)/.exec(name) ?? []
    if (typeof value !== 'string') continue
    if (of === 'answers') (answers[key] ??= []).push(value)
    else if (of !== undefined) details[key] = value
  }
  return { answers, details }
}
