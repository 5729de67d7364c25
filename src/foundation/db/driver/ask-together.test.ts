import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { askTogether } from './ask-together.ts'

test('questions asked in the same turn are batched, later ones are not', async () => {
  const asked: string[][] = []
  const answers: ((answer: string) => void)[] = []
  const ask = askTogether((questions: readonly string[]) => {
    asked.push([...questions])
    return new Promise<string>((resolve) => answers.push(resolve))
  }, 8)
  const first = [ask('a'), ask('b')]
  expect(asked).toEqual([])
  await setImmediate()
  const later = ask('a')
  await setImmediate()
  expect(asked).toEqual([['a', 'b'], ['a']])
  answers[1]?.('after')
  answers[0]?.('before')
  expect(await Promise.all([...first, later])).toEqual(['before', 'before', 'after'])
})

test('a failed batch fails all of its callers, and the next batch tries again', async () => {
  let asked = 0
  const ask = askTogether(async (questions: readonly number[]) => {
    asked += 1
    if (asked === 1) throw new Error('away')
    return questions.length
  }, 8)
  const lost = await Promise.allSettled([ask(1), ask(2)])
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask(3)).toBe(1)
})

test('batches of questions have a size limit, contain no duplicates and fail separately', async () => {
  const ask = askTogether(async (questions: readonly number[]) => {
    if (questions.includes(1)) throw new Error('away')
    return questions
  }, 2)
  const told = await Promise.allSettled([1, 1, 2, 3, 4, 5].map((question) => ask(question)))

  const [lost, apart, last] = ['rejected', [3, 4], [5]]
  const heard = told.map((one) => (one.status === 'fulfilled' ? one.value : one.status))
  expect(heard).toEqual([lost, lost, lost, apart, apart, last])
})
