import { lazy, Suspense, useEffect, useState } from 'react'
import { offerToAsk } from './ask-for-proof.ts'

type Answer = (isProved: boolean) => void

const ProofQuestion = lazy(async () => ({ default: (await import('./proof-question.tsx')).ProofQuestion }))

/**
 * Asks signed-in people to prove their identity when an API call requires it. The page underneath waits unchanged.
 * The dialog is loaded when needed.
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
