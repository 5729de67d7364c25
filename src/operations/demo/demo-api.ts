import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { z } from 'zod'

type Method = 'GET' | 'PATCH' | 'POST'
type Request = { readonly body?: object; readonly key?: string }

/** The part of the server that the demo needs. */
export type DemoServer = { readonly inject: (request: InjectOptions) => Promise<LightMyRequestResponse> }

/** The product's own API, called within its process. */
export type DemoApi = {
  /** Returns the route's response. Throws unless it succeeded or had the status `tolerated`. */
  readonly call: (method: Method, path: string, request: Request, tolerated?: number) => Promise<unknown>
  readonly create: (path: string, body: object) => Promise<string>
  /** Ids by title. */
  readonly idsOf: (path: string) => Promise<Map<string, string>>
  /** Returns the URL of the stored picture, a PNG. */
  readonly upload: (picture: Buffer) => Promise<string>
}

const created = z.object({ id: z.string() })
const list = z.object({ data: z.array(created.extend({ title: z.string() })) })

/** `token` is the caller's token. Without it, only public routes can be called. */
export function openDemoApi(server: DemoServer, token?: string): DemoApi {
  const call: DemoApi['call'] = async (method, path, request, tolerated) => {
    const response = await server.inject({
      method,
      url: `/api${path}`,
      ...(request.body === undefined ? {} : { payload: request.body }),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(request.key === undefined ? {} : { 'idempotency-key': request.key }),
      },
    })
    if (response.statusCode >= 400 && response.statusCode !== tolerated) {
      throw new Error(`The demo could not be created: ${path}: ${response.body}`)
    }
    return response.json()
  }
  return {
    call,

    create: async (path, body) => created.parse(await call('POST', path, { body })).id,

    async idsOf(path) {
      const { data } = list.parse(await call('GET', `${path}?limit=0`, {}))
      return new Map(data.map(({ id, title }) => [title, id]))
    },

    async upload(picture) {
      const form = new FormData()
      form.set('type', 'form')
      form.set('file', new Blob([Uint8Array.from(picture)]), 'picture.png')
      const multipart = new Response(form)
      const response = await server.inject({
        method: 'POST',
        url: '/api/uploads/pictures',
        payload: Buffer.from(await multipart.arrayBuffer()),
        headers: {
          'content-type': multipart.headers.get('content-type') ?? '',
          authorization: `Bearer ${token ?? ''}`,
        },
      })
      return z.object({ url: z.string() }).parse(response.json()).url
    },
  }
}
