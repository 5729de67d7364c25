import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createOpenId, type Flow, type OpenId } from './open-id.ts'

const clientSecret = 'a secret of the issuer and tillform'
const redirectUri = 'https://shop.example/callback'
const keys = await generateKeyPair('RS256')
const otherKeys = await generateKeyPair('RS256')

/** The issuer's responses by path. Each test changes the one that should be rejected. */
let answers: Record<string, (request: IncomingMessage, response: ServerResponse) => unknown>
/** The header and body of the last token request. */
let asked: { readonly authorization: string | undefined; readonly body: URLSearchParams } | undefined
let url = ''
let openId: OpenId
let flow: Flow

const server = createServer((request, response) => void respond(request, response))

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await answers[request.url ?? '']?.(request, response)
  if (response.headersSent) return
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body ?? {}))
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  url = `http://127.0.0.1:${port}`
})
afterAll(() => server.close())

const discovery = () => ({
  issuer: url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/jwks`,
  userinfo_endpoint: `${url}/userinfo`,
  id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
})
const person = () => ({ sub: 'ada', email: 'Ada@Example.com', email_verified: true, given_name: 'Ada' })

beforeEach(async () => {
  asked = undefined
  answers = {
    '/.well-known/openid-configuration': discovery,
    '/jwks': async () => ({ keys: [{ ...(await exportJWK(keys.publicKey)), alg: 'RS256', use: 'sig' }] }),
    '/token': async (request) => {
      asked = {
        authorization: request.headers.authorization,
        body: new URLSearchParams(await text(request)),
      }
      return withToken(await signed())
    },
  }
  openId = createOpenId({ issuer: url, clientId: 'tillform', clientSecret, name: 'Loopback' }, redirectUri)
  ;({ flow } = await openId.start())
})

const payload = (changes: Readonly<Record<string, unknown>> = {}) => {
  const now = Math.floor(Date.now() / 1000)
  return {
    iss: url,
    aud: 'tillform',
    iat: now,
    exp: now + 600,
    nonce: flow.nonce,
    ...person(),
    ...changes,
  }
}
const signed = (changes?: Readonly<Record<string, unknown>>, key = keys.privateKey) =>
  new SignJWT(payload(changes)).setProtectedHeader({ alg: 'RS256' }).sign(key)
const withToken = (idToken: string) => ({
  id_token: idToken,
  access_token: 'good for one question',
  token_type: 'Bearer',
  expires_in: 600,
})
const finish = (changes: Readonly<Record<string, string>> = {}) =>
  openId.finish(new URLSearchParams({ state: flow.state, code: 'a code', ...changes }), flow)

test('a sign-in reads the person from the issuer’s signed token', async () => {
  expect(await finish({ iss: url })).toEqual({
    uid: 'ada',
    email: 'ada@example.com',
    firstname: 'Ada',
    lastName: '',
    isMultiFactor: false,
  })
  expect(asked?.authorization).toMatch(/^Basic /)
  expect(Object.fromEntries(asked?.body ?? [])).toEqual({
    grant_type: 'authorization_code',
    code: 'a code',
    redirect_uri: redirectUri,
    code_verifier: flow.verifier,
  })
})

test.each<[string, () => Promise<string> | string]>([
  ['signed with another key', () => signed({}, otherKeys.privateKey)],
  ['without a signature', () => new UnsecuredJWT(payload()).encode()],
  [
    'signed with our client secret',
    () => new SignJWT(payload()).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(clientSecret)),
  ],
  ['from another issuer', () => signed({ iss: 'https://elsewhere.example' })],
  ['for another program', () => signed({ aud: 'another' })],
  ['for two programs, issued to the other', () => signed({ aud: ['tillform', 'other'], azp: 'other' })],
  ['with another sign-in’s nonce', () => signed({ nonce: 'another' })],
  ['without a nonce', () => signed({ nonce: undefined })],
  ['that has expired', () => signed({ exp: Math.floor(Date.now() / 1000) - 120 })],
  ['without an expiry', () => signed({ exp: undefined })],
  ['without a subject', () => signed({ sub: '' })],
  ['that is not a token', () => 'nonsense'],
])('an issuer token %s is rejected', async (_, make) => {
  const idToken = await make()
  answers['/token'] = () => withToken(idToken)

  await expect(finish()).rejects.toMatchObject({ reason: 'failed' })
})

test('a redirected token request is not followed', async () => {
  const good = withToken(await signed())
  answers['/elsewhere'] = () => good
  answers['/token'] = (_, response) => response.writeHead(307, { location: '/elsewhere' }).end()

  await expect(finish()).rejects.toMatchObject({ reason: 'failed' })
})

test('profile fields missing from the token are requested, except the sign-in method', async () => {
  const bare = withToken(await signed({ email: undefined, email_verified: undefined, amr: ['pwd'] }))
  answers['/token'] = () => bare
  answers['/userinfo'] = () => ({ ...person(), amr: ['mfa'] })
  expect(await finish()).toMatchObject({ email: 'ada@example.com', isMultiFactor: false })

  answers['/userinfo'] = () => ({ ...person(), sub: 'eve' })
  await expect(finish()).rejects.toMatchObject({ reason: 'failed' })
})

test('the client secret is sent in the body if the issuer reads it only there', async () => {
  answers['/.well-known/openid-configuration'] = () => ({
    ...discovery(),
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  })
  openId = createOpenId({ issuer: url, clientId: 'tillform', clientSecret, name: 'Loopback' }, redirectUri)
  await finish()

  expect(asked?.authorization).toBeUndefined()
  expect(Object.fromEntries(asked?.body ?? [])).toMatchObject({
    client_id: 'tillform',
    client_secret: clientSecret,
  })
})

test('an issuer that was unreachable or misconfigured is asked again at the next sign-in', async () => {
  openId = createOpenId({ issuer: url, clientId: 'tillform', clientSecret, name: 'Loopback' }, redirectUri)
  answers['/.well-known/openid-configuration'] = () => undefined
  await expect(openId.start()).rejects.toThrow('HTTP response status')
  answers['/.well-known/openid-configuration'] = () => ({
    ...discovery(),
    issuer: 'https://elsewhere.example',
  })
  await expect(openId.start()).rejects.toThrow('does not match the expected issuer')
  answers['/.well-known/openid-configuration'] = discovery

  expect((await openId.start()).url).toContain(`${url}/authorize?`)
})

test('a response without the issuer’s name is rejected if the issuer always sends it', async () => {
  const named = { ...discovery(), authorization_response_iss_parameter_supported: true }
  answers['/.well-known/openid-configuration'] = () => named
  openId = createOpenId({ issuer: url, clientId: 'tillform', clientSecret, name: 'Loopback' }, redirectUri)

  await expect(finish()).rejects.toMatchObject({ reason: 'failed' })
  await expect(finish({ iss: 'https://elsewhere.example' })).rejects.toMatchObject({ reason: 'failed' })
  expect(await finish({ iss: url })).toMatchObject({ uid: 'ada' })
})

test('declining at the issuer cancels only the requested sign-in', async () => {
  const no = { error: 'access_denied', code: '' }
  await expect(finish(no)).rejects.toMatchObject({ reason: 'cancelled' })
  await expect(finish({ ...no, state: 'another' })).rejects.toMatchObject({ reason: 'failed' })
  await expect(finish({ error: 'server_error' })).rejects.toMatchObject({ reason: 'failed' })
})
