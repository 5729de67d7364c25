import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../dist/client')
const config = readFileSync(join(import.meta.dirname, '../src/foundation/config/config.ts'), 'utf8')

// Proves secrets.
test('browsers get no secret and not even a secret’s name', () => {
  const names = [...config.matchAll(/\b[A-Z]+(?:_[A-Z]+)*_(?:SECRET|KEY|TOKEN|URL|PASSWORD)\b/g)].map(
    ([name]) => name,
  )
  const secrets = new Set(names.filter((name) => !['PUBLIC_URL', 'STRIPE_PUBLISHABLE_KEY'].includes(name)))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:js|css|html|json|map)$/.test(file),
  )
  const found = files.filter((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return (
      /\bsk_(?:test|live)_|\brk_(?:test|live)_|\bwhsec_/.test(text) ||
      [...secrets].some((name) => text.includes(name))
    )
  })

  expect(secrets.size).toBeGreaterThan(5)
  expect(files.length).toBeGreaterThan(20)
  expect(found).toEqual([])
})
