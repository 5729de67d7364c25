import { useEffect, useRef } from 'react'
import type { Problem } from '../payment/problem.ts'

/**
 * What went wrong with a payment, said where the buyer looks next: beside the button. With it, and when it goes, the button
 * becomes another one, and the keyboard's place would be lost with the one that was pressed: it is here, so that a key
 * that is still held down presses nothing.
 */
export function ProblemNote({ problem }: { readonly problem: Problem | null }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem === null) return undefined
    const catchFocus = () => {
      if (document.activeElement === document.body) note.current?.focus()
    }
    catchFocus()
    return catchFocus
  }, [problem])
  return (
    <div ref={note} role="alert" tabIndex={-1}>
      {problem !== null && (
        <div className={problem.nextStep === 'buy-again' ? 'note' : 'note note-danger'}>
          <p className="font-medium wrap-anywhere">{problem.message}</p>
          {problem.advice !== '' && <p className="mt-0.5">{problem.advice}</p>}
        </div>
      )}
    </div>
  )
}
