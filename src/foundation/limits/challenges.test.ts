import { expect, test } from 'vitest'
import { prove } from '#web/kit/browser/prove.ts'
import { issueChallenge, readProof } from './proof-of-work.ts'

test('a page’s solution to a challenge is accepted only for the purpose it was requested for', async () => {
  const now = new Date()
  const purpose = 'a form:a quote'
  const challenge = issueChallenge('secret', purpose, 10, now)
  const proof = await prove(challenge)

  expect(readProof('secret', purpose, proof, now)).toBe(challenge.split('.')[2])
  expect(readProof('secret', 'a form:another', proof, now)).toBeUndefined()
  expect(readProof('another secret', purpose, proof, now)).toBeUndefined()
  expect(readProof('secret', purpose, proof, new Date(now.getTime() + 301_000))).toBeUndefined()
})
