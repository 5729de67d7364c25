import { z } from 'zod'
import { call, startTestApp, type TestApp } from '#test-app.ts'
import { cookieBeside, storeCookie } from '../../../test-cookies.ts'
import { socialProfile } from './contract.ts'
import { startIssuer, type IssuerPerson } from './open-id-test-server.ts'

let people = 0

/** Starts the product with a trusted issuer on loopback. */
export async function startSocial() {
  const issuer = await startIssuer()
  const { url, clientId, clientSecret } = issuer
  const app = await startTestApp({
    config: { openId: { issuer: url, clientId, clientSecret, name: 'Loopback' } },
  })
  issuer.admit(`${app.url}/api/authentication/social/callback`)
  return { app, issuer }
}

export const newPerson = (fields: Partial<IssuerPerson> = {}): IssuerPerson => {
  people += 1
  const uid = `person-${people}`
  return {
    uid,
    email: `${uid}@example.com`,
    isVerified: true,
    firstname: 'Ines',
    lastName: 'Novak',
    ...fields,
  }
}

type Sent = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string }

/** A browser's cookies and redirects. */
export const openBrowser = (app: TestApp, kept: Iterable<readonly [string, string]> = []) => {
  const cookies = new Map<string, string>(kept)
  const header = (host: string) =>
    [...cookies].flatMap(([name, value]) =>
      name.startsWith(host) ? [`${name.slice(host.length)}=${value}`] : [],
    )
  const visit = async (url: string, init: Sent = {}) => {
    const { host } = new URL(url)
    const headers = { ...init.headers, cookie: header(host).join('; ') }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/Max-Age=0|expires=Thu, 01 Jan 1970/i.test(cookie)) cookies.delete(`${host}${name}`)
      else cookies.set(`${host}${name}`, value)
    }
    return response
  }
  const follow = async (url: string): Promise<string> => {
    let next = url
    for (;;) {
      const location = (await visit(next)).headers.get('location')
      if (location === null) return new URL(next).pathname + new URL(next).search
      next = new URL(location, next).href
    }
  }
  const api = async (method: 'GET' | 'POST', path: string, body: object = {}, token?: string) => {
    // A person who signed up in another browser continues in this one.
    const { host } = new URL(app.url)
    const [name, value] = cookieBeside(token ?? '').split('=')
    if (name !== undefined && value !== undefined) cookies.set(`${host}${name}`, value)
    const response = await visit(`${app.url}/api/authentication/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    storeCookie(answer, response.headers)
    return { status: response.status, body: answer, headers: response.headers }
  }
  const leave = async (to = '/sales') =>
    z.object({ url: z.string() }).parse((await api('POST', 'social/start', { to })).body).url
  return {
    visit,
    follow,
    api,
    leave,
    /** Proves the signed-in person's identity before a sensitive change. */
    prove: async (token: string, password: string) =>
      call(app, 'POST', '/api/account/proof', { token, body: { password } }),
    /** Starts another browser with the same cookies. */
    copy: () => openBrowser(app, cookies),
    profile: async () => socialProfile.parse((await api('GET', 'social/profile')).body),
  }
}
export type Browser = ReturnType<typeof openBrowser>
