// Tests that all typed values of a kind are read by the same function on every route and screen.
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from '#test-contracts.ts'

type Leaf = { readonly route: string; readonly name: string; readonly schema: z.core.$ZodType }

function leavesOf(route: string, name: string, schema: z.core.$ZodType): Leaf[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return leavesOf(route, name, schema.unwrap())
  }
  if (schema instanceof z.ZodObject) {
    const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape
    return Object.entries(shape).flatMap(([key, field]) => leavesOf(route, key, field))
  }
  if (schema instanceof z.ZodArray) return leavesOf(route, name, schema.element)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => leavesOf(route, name, one))
  return [{ route, name, schema }]
}

const leaves = contracts
  .flatMap((contract) => Object.values(contract))
  .flatMap(({ method, path, body, query }) =>
    [body, query].flatMap((schema) =>
      schema === undefined ? [] : leavesOf(`${method} ${path}`, '', schema),
    ),
  )

/** The value that a field reads from text, or undefined if it rejects the text. */
function taken({ schema }: Leaf, text: string): unknown {
  const result = z.safeParse(schema, text)
  return result.success ? result.data : undefined
}

const nameOf = ({ route, name }: Leaf) => `${route} ${name}`

test('every email field uses the shared email reader', () => {
  const emails = leaves.filter(({ name }) => /e-?mail|recipient/i.test(name) && !/^(is|has|wants)/.test(name))
  const texts = emails.filter((leaf) => taken(leaf, 'anna@example.com') !== undefined)
  const wrong = texts.filter(
    (leaf) => taken(leaf, ' ａnna&bea@M\u00fcller\u200b.example') !== 'anna&bea@xn--mller-kva.example',
  )

  expect(texts.length).toBeGreaterThan(10)
  expect(wrong.map(nameOf)).toEqual([])
})

test('every URL field uses the shared URL reader', () => {
  const typed = ' “www.Example.com/a?b=1&amp;c=2\u200b”. '
  const addresses = leaves.filter((leaf) => taken(leaf, 'https://www.example.com/a') !== undefined)
  const checked = addresses.filter((leaf) => taken(leaf, 'https://www.example.com/a b') === undefined)
  const isVideo = ({ name }: Leaf) => name === 'video'
  const wrong = checked.filter(
    (leaf) =>
      taken(leaf, 'no address') === undefined &&
      !isVideo(leaf) &&
      !['https://www.Example.com/a?b=1&c=2', 'www.example.com'].includes(String(taken(leaf, typed))),
  )

  expect(checked.length).toBeGreaterThan(5)
  expect(wrong.map(nameOf)).toEqual([])
})

test('every coupon code field accepts full-width characters but no leading hyphen', () => {
  const codes = leaves.filter(
    ({ route, name }) => /^(code|coupon|prefix)$/.test(name) && /coupon|pay-form/.test(route),
  )
  const isMade = ({ route }: Leaf) => !route.includes('/stripe/')
  const wrong = codes.filter(
    (leaf) =>
      taken(leaf, 'ＳＰＲＩＮＧ') !== (isMade(leaf) ? 'SPRING' : 'ＳＰＲＩＮＧ') ||
      (isMade(leaf) && taken(leaf, '-SPRING') !== undefined),
  )

  expect(codes.length).toBeGreaterThan(3)
  expect(wrong.map(nameOf)).toEqual([])
})

/** Fields that store text unchanged, each with the reason. */
const verbatim = [
  // Keys, ids, signatures and data from browsers, which no one types.
  /(?:password|token|secret|promise|proof|quote|key|auth|p256dh|endpoint|state|invitation|resume| uid|id|to|url|link|path|clicks)$/i,
  // Multi-line text, in which invisible marks can be intentional.
  /(?:message|description|note|text|reason|body|answer|consent|statement|words|policy|billing_address|access_activity_log|refund_policy_disclosure)$/i,
  // Search terms, and values that are parsed where they are compared.
  / (?:q|codes|code|after|before|zone|timezone|address|service_date)$/,
  // The name and type of a file.
  /(?:forms|bumps|one-time-offers|uploads)[^ ]* (?:name|type)$/,
  // Names that are sent together with an id. The server ignores them.
  /forms[^ ]* title$/,
]

test('single-line text fields remove invisible marks', () => {
  const marked = 'Vi\u200bola\u00ad Novak'
  const kept = leaves.filter((leaf) => {
    if (verbatim.some((names) => names.test(nameOf(leaf)))) return false
    const text = taken(leaf, marked)
    return typeof text === 'string' && /[\u200b\u00ad]/.test(text)
  })
  expect(kept.map(nameOf)).toEqual([])
})

/** The functions in `foundation` that read typed values, and the modules built on them. */
const readers =
  /read-(?:amount|number|email|code)\.ts|number-of\.ts|plain-typed\.ts|readers\.ts|coupon-values\.ts|tax-values\.ts/
const readElsewhere = new Map([
  ['src/selling/coupons/ui/amounts-field.tsx', 'coupon-values.ts reads it'],
  ['src/selling/coupons/ui/coupon-fields.tsx', 'coupon-values.ts reads it'],
  ['src/selling/taxes/quarters/ui/quarter-section.tsx', 'the server reads the rates'],
  ['src/selling/taxes/regions/ui/region-row.tsx', 'typed-regions.ts reads it'],
  ['src/selling/taxes/ui/tax-fields.tsx', 'tax-values.ts reads it'],
  ['src/accounts/settings/ui/second-factor.tsx', 'the server reads codes of sign-ins'],
])

test('every number field on a screen uses a shared reader and drops no digits', async () => {
  const wrong: string[] = []
  let count = 0
  for await (const file of glob('src/**/*.tsx')) {
    const source = readFileSync(file, 'utf8')
    if (/<(?:input|\w*Input)\b[^>]*type="number"/.test(source)) {
      wrong.push(`${file}: a field for numbers of the browser's own`)
    }
    if (!/inputMode="(?:numeric|decimal)"/.test(source)) continue
    count += 1
    if (!readers.test(source) && !readElsewhere.has(file)) wrong.push(`${file}: read by none of the readers`)
  }
  expect(count).toBeGreaterThan(10)
  expect(wrong).toEqual([])
})

test('no other module validates email addresses', async () => {
  const wrong: string[] = []
  for await (const file of glob('src/**/*.{ts,tsx}')) {
    if (/\.test\.tsx?$|test-[^/]*$/.test(file)) continue
    if (/z\.email\(|\.email\(\)/.test(readFileSync(file, 'utf8'))) wrong.push(file)
  }
  expect(wrong).toEqual([])
})
