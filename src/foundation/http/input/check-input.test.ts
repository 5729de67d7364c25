import { expect, test } from 'vitest'
import { inputCompiler } from './check-input.ts'
import { InvalidFields } from '../../failures/failure.ts'
import { contracts } from '#test-contracts.ts'
import { answeredShapes, inputShape } from './unknown-fields.ts'

const parts = contracts
  .flatMap((contract) => Object.entries(contract))
  .flatMap(([name, { body, query }]) => [
    { name, httpPart: 'body', schema: body },
    { name, httpPart: 'querystring', schema: query },
  ])
  .flatMap(({ schema, ...part }) => (schema === undefined ? [] : [{ ...part, schema }]))

const wrong = [null, 'x', '', -1, 1.5, 1e99, true, [], [7], ['x'], {}, { id: 'x' }, 'x'.repeat(99_999)]

test.each(parts)('errors in the $httpPart of $name use our own wording', (part) => {
  const check = inputCompiler(() => [])(part)
  const shape = inputShape(part.schema)
  const names = Object.keys((typeof shape === 'boolean' ? undefined : shape.properties) ?? {})
  const tries = [{}, ...names.flatMap((name) => wrong.map((value) => ({ [name]: value })))]
  const texts = tries.flatMap((input) => {
    const answer = check(input)
    if (!('error' in answer)) return []
    expect(answer.error).toBeInstanceOf(InvalidFields)
    return Object.entries(answer.error.errors ?? {}).map(([field, text]) => `${field}: ${text}`)
  })

  expect(names).not.toEqual([])
  expect(texts.filter((text) => /: (?:Invalid (?!Email)|Too |Unrecognized|expected)/.test(text))).toEqual([])
})

test.each(parts)('a value of the wrong type in the $httpPart of $name is not reported as missing', (part) => {
  const check = inputCompiler(() => [])(part)
  const shape = inputShape(part.schema)
  const names = Object.keys((typeof shape === 'boolean' ? undefined : shape.properties) ?? {})
  const texts = names.flatMap((name) =>
    [true, 5].flatMap((value) => {
      const answer = check({ [name]: value })
      return 'error' in answer ? [`${name}: ${answer.error.errors?.[name] ?? ''}`] : []
    }),
  )

  expect(texts.filter((text) => /required/i.test(text))).toEqual([])
})

test.each(parts)('an unknown field in the $httpPart of $name is reported by name', (part) => {
  const answer = inputCompiler(() => [])(part)({ surprise: 1 })

  expect('error' in answer && answer.error.errors).toMatchObject({
    surprise: 'There is no field called "surprise" here',
  })
})

test('every route declares which fields of its response can be sent back', () => {
  for (const contract of contracts)
    for (const route of Object.values(contract)) expect(answeredShapes(contract, route)).toBeInstanceOf(Array)
})
