import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { z } from 'zod'

/** A seller's session, which signs in again when it has ended. */
export type Seller = {
  readonly email: string
  /** Calls the API as this seller; throws with the response if the API rejects the call. */
  readonly ask: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<unknown>
  /** Uploads a picture and returns its URL. */
  readonly upload: (picture: Buffer) => Promise<string>
  /** Uploads a small picture. */
  readonly addPicture: () => Promise<string>
  /** Creates a form and returns its id. `fields` replace those of a simple form. */
  readonly createForm: (fields: Readonly<Record<string, unknown>>) => Promise<string>
}

const password = 'correct-horse'
const session = z.object({ token: z.string() })
const created = z.object({ id: z.string() })

export async function signUpSeller(url: string): Promise<Seller> {
  const email = `seller-${randomUUID()}@example.com`
  const send = async (method: string, path: string, token: string, body?: object): Promise<Response> =>
    fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        'idempotency-key': randomUUID(),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const answerOf = async (response: Response, path: string): Promise<unknown> => {
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
    return answer
  }
  const begin = async (path: string, body: object): Promise<string> =>
    session.parse(await answerOf(await send('POST', path, '', body), path)).token
  let token = await begin('/authentication/sign-up', { name: 'Seller', email, password })

  const ask: Seller['ask'] = async (method, path, body) => {
    const first = await send(method, path, token, body)
    if (first.status !== 401) return answerOf(first, path)
    token = await begin('/authentication/sign-in', { email, password })
    return answerOf(await send(method, path, token, body), path)
  }
  const upload: Seller['upload'] = async (picture) => {
    const body = new FormData()
    body.set('type', 'bump')
    body.set('file', new Blob([new Uint8Array(picture)]), 'picture.png')
    const headers = { authorization: `Bearer ${token}` }
    const path = '/uploads/pictures'
    const response = await fetch(`${url}/api${path}`, { method: 'POST', headers, body })
    return z.object({ url: z.string() }).parse(await answerOf(response, path)).url
  }
  return {
    email,
    ask,
    upload,
    async addPicture() {
      const canvas = sharp({ create: { width: 64, height: 36, channels: 3, background: '#0f6e84' } })
      return upload(await canvas.png().toBuffer())
    },
    async createForm(fields) {
      const plain = {
        title: 'A course in watercolor',
        description: 'Six weeks',
        video: 'https://youtu.be/dQw4w9WgXcQ',
        currency: 'usd',
      }
      return created.parse(await ask('POST', '/forms', { ...plain, ...fields })).id
    },
  }
}
