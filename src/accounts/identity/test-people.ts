import type { Config } from '#foundation/config/config.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { call, startTestApp, type TestApp } from '#test-app.ts'
import { ownRequestHeaders, session } from './contract.ts'

export type Person = { readonly name: string; readonly email: string; readonly password: string }
type Answer = { readonly body: unknown; readonly headers: Headers }

export const cookieOf = ({ headers }: Pick<Answer, 'headers'>) =>
  headers.getSetCookie()[0]?.split(';')[0] ?? ''
export const tokenOf = ({ body }: Pick<Answer, 'body'>) => session.parse(body).token
export const userOf = ({ body }: Pick<Answer, 'body'>) => session.parse(body).user
export const errorsOf = ({ body }: Pick<Answer, 'body'>) => errorBody.parse(body).errors

/** The headers that our own pages send with requests authenticated by cookie. */
export const ownHeaders = ({ url }: Pick<TestApp, 'url'>) => ({ origin: url, ...ownRequestHeaders })

export type People = Awaited<ReturnType<typeof startPeople>>

/** Starts the product with helpers that sign people up and in. People are new unless given. */
export async function startPeople(config: Partial<Config> = {}) {
  const app = await startTestApp({ config })
  let people = 0
  const newPerson = (): Person => ({
    name: 'Ada Lovelace',
    email: `ada-${(people += 1)}@example.com`,
    password: 'a fine long password',
  })
  const post = (name: string, body: unknown, headers: Record<string, string> = {}, token?: string) =>
    call(app, 'POST', `/api/authentication/${name}`, {
      body,
      headers: { ...ownHeaders(app), ...headers },
      token,
    })
  return {
    app,
    newPerson,
    post,
    signUp: async (person = newPerson()) => ({ person, answer: await post('sign-up', person) }),
    signIn: ({ email, password }: Pick<Person, 'email' | 'password'>) => post('sign-in', { email, password }),
    reads: async (token: string, id: string) =>
      (await call(app, 'GET', `/api/users/${id}`, { token })).status,
  }
}
