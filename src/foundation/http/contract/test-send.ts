import { request } from 'node:http'
import { expect } from 'vitest'
import type { TestApp } from '#test-app.ts'
import { errorBody, type ErrorBody } from './contract.ts'

export type Sent = {
  readonly status: number
  readonly text: string
  readonly headers: NodeJS.Dict<string | string[]>
}

/** Sends exactly these bytes and headers, which `fetch` would change. */
export function sendTo(
  app: TestApp,
  token: string,
  method: string,
  path: string,
  { body, headers = {} }: { body?: string | Buffer; headers?: Record<string, string> } = {},
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    // The path is a separate option, because a URL would be normalized.
    const outgoing = request(app.url, {
      path,
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
    })
    outgoing.end(body)
  })
}

const insides = /node_modules|\/src\/|at \w+ \(|select |insert |FST_|Zod|kysely|fastify|sk_test/i

/** Expects the format that all error responses have, without internal details. */
export function expectRefusal({ text }: Pick<Sent, 'text'>): ErrorBody {
  const body = errorBody.parse(JSON.parse(text))
  expect(body.message).not.toBe('')
  expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(text).not.toMatch(insides)
  return body
}

/** A valid form's fields. */
export const valid = {
  title: 'A course in watercolor',
  description: 'Six weeks of light and water',
  video: 'https://youtu.be/dQw4w9WgXcQ',
  amount: 49,
  currency: 'usd',
}
