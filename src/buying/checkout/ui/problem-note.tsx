import type { Problem } from './problem.ts'

/** What went wrong with a payment, said where the buyer looks next: beside the button. */
export function ProblemNote({ problem }: { readonly problem: Problem | null }) {
  return (
    <div role="alert">
      {problem !== null && (
        <div className={problem.nextStep === 'buy-again' ? 'note' : 'note note-danger'}>
          <p className="font-medium wrap-anywhere">{problem.message}</p>
          {problem.advice !== '' && <p className="mt-0.5">{problem.advice}</p>}
        </div>
      )}
    </div>
  )
}
