import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { startAmazon } from './amazon-test-server.ts'
import { keyReader } from './s3-keys.ts'

afterEach(() => {
  vi.useRealTimers()
})

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const lend = (id: string, until = inAnHour()) =>
  JSON.stringify({ AccessKeyId: id, SecretAccessKey: 'secret', Token: 'token', Expiration: until })
const lent = (id: string) => ({ accessKeyId: id, secretAccessKey: 'secret', sessionToken: 'token' })

test('bucket keys from the environment take precedence, with a session token if there is one', async () => {
  const own = { AWS_ACCESS_KEY_ID: 'own', AWS_SECRET_ACCESS_KEY: 'secret' }
  const role = { AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://127.0.0.1:1/' }
  expect(await keyReader('eu-central-1', { ...own, ...role })()).toEqual({
    accessKeyId: 'own',
    secretAccessKey: 'secret',
  })
  expect(await keyReader('eu-central-1', { ...own, AWS_SESSION_TOKEN: 'token' })()).toEqual(lent('own'))
})

test('a machine’s role provides bucket keys after a token request', async () => {
  using amazon = await startAmazon(({ line, headers }) => {
    if (line === 'PUT /latest/api/token') return 'metadata'
    if (headers['x-aws-ec2-metadata-token'] !== 'metadata') return 401
    if (line.endsWith('/iam/security-credentials/')) return 'shop\n'
    return line.endsWith('/iam/security-credentials/shop') ? lend('machine') : 404
  })
  const read = keyReader('eu-central-1', { AWS_EC2_METADATA_SERVICE_ENDPOINT: amazon.address })
  expect(await Promise.all([read(), read()])).toEqual([lent('machine'), lent('machine')])
  expect(amazon.asked).toHaveLength(3)
})

test('a machine without a role reports that there are no bucket keys', async () => {
  using amazon = await startAmazon(() => 404)
  const missing = /AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set, and this machine has no role/
  const env = { AWS_EC2_METADATA_SERVICE_ENDPOINT: amazon.address }
  await expect(keyReader('eu-central-1', env)()).rejects.toThrow(missing)
  await expect(keyReader('eu-central-1', { ...env, AWS_EC2_METADATA_DISABLED: 'true' })()).rejects.toThrow(
    missing,
  )
  expect(amazon.asked).toHaveLength(1)
})

test('a container and a cluster get bucket keys in exchange for their token', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tillform-keys-'))
  try {
    const file = join(folder, 'token')
    await writeFile(file, 'proof\n')
    using amazon = await startAmazon(({ line, body, headers }) => {
      if (line === 'GET /role' && headers['authorization'] === 'proof') return lend('container')
      if (line !== 'POST /' || new URLSearchParams(body).get('WebIdentityToken') !== 'proof') return 403
      return `<R><Credentials><AccessKeyId>cluster</AccessKeyId><SecretAccessKey>secret</SecretAccessKey>
        <SessionToken>token</SessionToken><Expiration>${inAnHour()}</Expiration></Credentials></R>`
    })
    const container = {
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${amazon.address}/role`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file,
    }
    const cluster = {
      AWS_WEB_IDENTITY_TOKEN_FILE: file,
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/shop',
      AWS_ENDPOINT_URL_STS: amazon.address,
    }
    expect(await keyReader('eu-central-1', container)()).toEqual(lent('container'))
    expect(await keyReader('eu-central-1', { ...container, ...cluster })()).toEqual(lent('cluster'))
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('temporary keys are renewed five minutes early but used until they expire if renewal fails', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T12:00:00Z') })
  let given: string | number = lend('first')
  using amazon = await startAmazon(() => given)
  const read = keyReader('eu-central-1', { AWS_CONTAINER_CREDENTIALS_FULL_URI: amazon.address })
  expect(await read()).toEqual(lent('first'))
  given = 500
  vi.setSystemTime(new Date('2026-05-01T12:54:00Z'))
  expect(await read()).toEqual(lent('first'))
  expect(amazon.asked).toHaveLength(1)
  vi.setSystemTime(new Date('2026-05-01T12:56:00Z'))
  expect(await read()).toEqual(lent('first'))
  expect(amazon.asked).toHaveLength(2)
  vi.setSystemTime(new Date('2026-05-01T13:01:00Z'))
  await expect(read()).rejects.toThrow('500')
  given = lend('second')
  expect(await read()).toEqual(lent('second'))
})
