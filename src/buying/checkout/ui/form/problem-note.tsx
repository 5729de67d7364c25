import { useEffect, useRef } from 'react'
import type { Problem } from '../payment/problem.ts'

/**
 * A payment's problem, shown next to the button that the buyer clicked. The button changes when the problem appears or
 * disappears, and would lose the focus. The note takes the focus, so that a key that is still held down clicks nothing.
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
