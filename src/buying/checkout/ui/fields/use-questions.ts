import { useEffect, useRef } from 'react'
import type { PaymentPageData } from '../../page/page-data.ts'
import type { OpenedQuestions, OpenQuestions } from './opened.ts'

/** The form's questions in their place, once `open` has come with the late parts. */
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

/** The answers as they were typed, by slug; the server reads them as the page does. */
export function answersIn(form: HTMLFormElement): Record<string, string[]> {
  const typed: Record<string, string[]> = {}
  for (const [name, value] of new FormData(form)) {
    const [, slug] = /^answers\.(.*)/.exec(name) ?? []
    if (slug !== undefined && typeof value === 'string') (typed[slug] ??= []).push(value)
  }
  return typed
}
