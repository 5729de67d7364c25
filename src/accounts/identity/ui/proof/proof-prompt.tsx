import { lazy, Suspense, useEffect, useState } from 'react'
import { offerToAsk } from './ask-for-proof.ts'

type Answer = (isProved: boolean) => void

const ProofQuestion = lazy(async () => ({ default: (await import('./proof-question.tsx')).ProofQuestion }))

/**
 * Asks whoever is signed in to prove it, when a call of the page turns out to need that; the page waits beneath, as it is. What
 * asks is loaded when it is needed.
 */
export function ProofPrompt() {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => offerToAsk(() => new Promise((resolve: Answer) => setAnswer(() => resolve))), [])
  if (answer === null) return null
  return (
    <Suspense>
      <ProofQuestion
        onAnswer={(isProved) => {
          setAnswer(null)
          answer(isProved)
        }}
      />
    </Suspense>
  )
}
